import type { Memory, ReaderPlace, Remembered } from "../../../../page/host/memory";
import { firstBelow, seenTurns } from "../../../../page/ui/seenTurns";

const nearEndPx = 48;

/** An element, and its distance from the upper edge. */
interface Spot {
  element: Element;
  offset: number;
}

/** Keeps the end, or the beginning of the newest turn, in view until the user scrolls elsewhere. */
export class ScrollFollower {
  readonly #scroller: HTMLElement;
  readonly #resized = new ResizeObserver(() => this.#hold());
  #anchor: "end" | HTMLElement | undefined;
  #returning: (() => Spot | undefined) | undefined;

  constructor(scroller: HTMLElement, content: HTMLElement) {
    this.#scroller = scroller;
    this.watch(content);
    this.watch(scroller);
    for (const gesture of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      scroller.addEventListener(gesture, () => this.release(), { passive: true });
    }
  }

  /** Its size moves the end. */
  watch(element: HTMLElement): void {
    this.#resized.observe(element);
  }

  get atEnd(): boolean {
    return this.#anchor !== undefined || this.endIsSeen;
  }

  get endIsSeen(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    return scrollHeight - scrollTop - clientHeight < nearEndPx;
  }

  /** Has an element grow without leaving what can be seen of it. */
  keepSeen(element: Element, grow: () => void): void {
    const { endIsSeen } = this;
    const { top, bottom } = element.getBoundingClientRect();
    grow();
    if (endIsSeen) this.keepEnd();
    else if (bottom > 0 && top < innerHeight) element.scrollIntoView({ block: "nearest" });
  }

  /** The page is returning to where the reader was. */
  get isReturning(): boolean {
    return this.#returning !== undefined;
  }

  /** Stops following: the user looks elsewhere. */
  release(): void {
    this.#anchor = undefined;
    this.#returning = undefined;
  }

  keepEnd(): void {
    this.release();
    this.#anchor = "end";
    this.#hold();
  }

  /** Shows this spot, or the end while the spot does not exist. */
  keepAt(spot: () => Spot | undefined): void {
    this.release();
    this.#returning = spot;
    this.#hold();
  }

  /** Shows the end of a turn, but never scrolls past its beginning. */
  keepFrom(element: HTMLElement): void {
    this.release();
    this.#anchor = element;
    this.#hold();
  }

  /** The followed element has been replaced. */
  replaced(old: HTMLElement, element: HTMLElement): void {
    if (this.#anchor === old) this.#anchor = element;
  }

  #topOf(element: Element): number {
    const { top } = this.#scroller.getBoundingClientRect();
    return element.getBoundingClientRect().top - top + this.#scroller.scrollTop;
  }

  /** A question that takes most of the view would hide what follows it. */
  #beginningOf(turn: HTMLElement): number {
    const [question, next] = turn.children;
    const isLong = question && question.clientHeight > this.#scroller.clientHeight / 2;
    return this.#topOf(isLong && next ? next : turn);
  }

  #hold(): void {
    const anchor = this.#anchor ?? (this.#returning && "end");
    const spot = this.#returning?.();
    const end = this.#scroller.scrollHeight - this.#scroller.clientHeight;
    if (spot) this.#scroller.scrollTop = this.#topOf(spot.element) - spot.offset;
    else if (anchor === "end") this.#scroller.scrollTop = end;
    else if (anchor) this.#scroller.scrollTop = Math.min(end, this.#beginningOf(anchor) - 8);
  }
}

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
