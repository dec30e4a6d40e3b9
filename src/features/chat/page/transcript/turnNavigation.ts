import type { TurnView } from "../../../../page/protocol/views";
import type { LaterContext } from "../laterContext";

type By = 1 | -1;

const drawCheckMs = 30;
const maxChecks = 100;

/** What may become a code block: turns without it are not drawn for its sake. */
const mayHaveCode = /```|~~~|\t| {4}/;

/** Moves the focus from turn to turn and from code block to code block. */
export class TurnNavigation {
  readonly #context: LaterContext;
  #visit = 0;

  constructor(context: LaterContext) {
    this.#context = context;
  }

  /** The composer comes after the last turn. */
  toTurn(by: By): void {
    this.#visit++;
    const { composer, transcript } = this.#context;
    const { turns } = transcript;
    const next = turns[this.#at(turns) + by];
    if (next) this.#focus(transcript.whole(next.id));
    else if (by > 0) composer.focus();
  }

  /** From the composer, the next one is the first of the newest answer that has any. */
  async toCodeBlock(by: By): Promise<void> {
    const visit = ++this.#visit;
    const { turns } = this.#context.transcript;
    const at = this.#at(turns);
    const isOutside = at === turns.length;
    const from = isOutside ? undefined : (document.activeElement ?? undefined);
    const step = isOutside ? -1 : by;
    for (let index = isOutside ? at - 1 : at; turns[index]; index += step) {
      const block = await this.#blockIn(turns[index]!, by, index === at ? from : undefined);
      if (visit !== this.#visit) return;
      if (block) {
        this.#focus(block);
        return;
      }
    }
  }

  /** The place of the turn that has the focus; after the last one if none has. */
  #at(turns: TurnView[]): number {
    const focused = document.activeElement?.closest<HTMLElement>(".turn")?.dataset["turn"];
    const at = turns.findIndex(({ id }) => id === focused);
    return at === -1 ? turns.length : at;
  }

  async #blockIn(turn: TurnView, by: By, from?: Element): Promise<HTMLElement | undefined> {
    if (turn.result.state !== "done" || !mayHaveCode.test(turn.result.answer.output))
      return undefined;
    const element = this.#context.transcript.whole(turn.id);
    if (!element) return undefined;
    await settled(element);
    for (;;) {
      const spots = [...element.querySelectorAll<HTMLElement>(".code-block > pre, .piece.undrawn")];
      const spot = (by > 0 ? spots : spots.toReversed()).find(
        (one) => !from || lies(one, by, from.closest(".code-block") ?? from),
      );
      if (!spot?.classList.contains("undrawn")) return spot;
      // A piece far from the screen is drawn once it comes near.
      this.#context.transcript.stay();
      spot.scrollIntoView({ block: "nearest" });
      if (!(await settled(element, () => !spot.classList.contains("undrawn")))) return undefined;
    }
  }

  #focus(element: HTMLElement | undefined): void {
    if (!element) return;
    this.#context.transcript.stay();
    element.scrollIntoView({ block: element.offsetHeight > innerHeight / 2 ? "start" : "nearest" });
    this.#context.toolkit.focusOn(element);
  }
}

/** After or before, where what lies inside counts as after. */
function lies(one: Element, by: By, from: Element): boolean {
  const position = from.compareDocumentPosition(one);
  if (from.contains(one)) return by > 0 && !from.matches(".code-block");
  return (
    (position & (by > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !==
    0
  );
}

/** Answers are drawn between frames: waits until nothing has been added for a moment. */
async function settled(
  turn: HTMLElement,
  isThere = () => turn.querySelector(".answer > .plain:first-child:not(.piece)") === null,
): Promise<boolean> {
  let before = -1;
  for (let check = 0; check < maxChecks; check++) {
    const parts = turn.querySelectorAll(".part, .piece").length;
    if (isThere() && parts === before) return true;
    before = parts;
    await new Promise((resolve) => setTimeout(resolve, drawCheckMs));
  }
  return false;
}
