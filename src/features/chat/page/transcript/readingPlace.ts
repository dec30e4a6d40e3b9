import type { ScrollFollower } from "./scrollFollower";
import type { Memory, ReaderPlace, Remembered } from "../../../../page/host/memory";
import { firstBelow, seenTurns } from "../../../../page/ui/seenTurns";

const restMs = 100;

/** Remembers where the reader is, as the content at the upper edge. */
export class ReadingPlace {
  readonly #scroller: HTMLElement;
  readonly #follower: ScrollFollower;
  readonly #memory: Memory;
  readonly #whole: (turnId: string) => HTMLElement | undefined;
  #of: Remembered | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    scroller: HTMLElement,
    follower: ScrollFollower,
    memory: Memory,
    whole: (turnId: string) => HTMLElement | undefined,
  ) {
    this.#scroller = scroller;
    this.#follower = follower;
    this.#memory = memory;
    this.#whole = whole;
    scroller.addEventListener(
      "scroll",
      () => {
        this.#timer ??= setTimeout(() => this.note(), restMs);
      },
      { passive: true },
    );
  }

  /** Makes this the conversation whose place is tracked. */
  enter(conversation: Remembered): void {
    this.#of = conversation;
  }

  /** Makes this the reader's place. */
  go(place: ReaderPlace): void {
    if (this.#of) this.#of.place = place;
    this.#memory.changed();
    this.restore();
  }

  /** Returns to the reader's place as soon as it is drawn, and stays there until the next gesture. */
  restore(): void {
    const place = this.#of?.place;
    if (!place) return;
    this.#follower.keepAt(() => {
      const turn = this.#whole(place.turnId);
      const piece =
        place.piece === undefined ? undefined : answerTextIn(turn)?.children[place.piece];
      const element = piece ?? turn;
      return element && { element, offset: place.offset };
    });
  }

  /** Records where the reader is now. */
  note(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // While the page is returning to a place, that place stays recorded.
    if (!this.#of || this.#follower.isReturning || this.#scroller.clientHeight === 0) return;
    this.#of.place = this.#follower.endIsSeen ? undefined : this.#now();
    this.#memory.changed();
  }

  #now(): ReaderPlace | undefined {
    const { top } = this.#scroller.getBoundingClientRect();
    const [turn] = seenTurns(this.#scroller, () => true);
    const turnId = turn instanceof HTMLElement ? turn.dataset["turn"] : undefined;
    if (!turn || turnId === undefined) return undefined;
    const distance = (element: Element) => element.getBoundingClientRect().top - top;
    const pieces = answerTextIn(turn);
    const piece = pieces && firstBelow(pieces, top);
    if (!pieces || !piece || distance(piece) > 0) return { turnId, offset: distance(turn) };
    return { turnId, piece: [...pieces.children].indexOf(piece), offset: distance(piece) };
  }
}

const answerTextIn = (turn: Element | undefined) => turn?.querySelector(".answer");
