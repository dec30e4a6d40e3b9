import type { TextPlace } from "./textIndex";

const maxWaitMs = 3000;

type GrowTo = (parent: HTMLElement, position: number) => void;

/** Waits for something that is drawn between frames; `undefined` if it never appears. */
export async function until<T>(look: () => T | false | null | undefined): Promise<T | undefined> {
  const end = performance.now() + maxWaitMs;
  for (;;) {
    const childMatching = look();
    if (childMatching) return childMatching;
    if (performance.now() > end) return undefined;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Unfolds everything around a text of a turn and returns the element that contains it. */
export async function locate(
  turn: HTMLElement,
  place: TextPlace,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  const one = (selector: string) => turn.querySelector<HTMLElement>(selector);
  switch (place.part) {
    case "question":
      return one(".question-text") ?? undefined;
    case "problem":
      return one(".problem-body > p") ?? undefined;
    case "attachment":
      return turn.querySelectorAll<HTMLElement>(".attachment")[place.at];
    case "details":
      return (await unfold(one(".details")))?.querySelector<HTMLElement>("pre") ?? undefined;
    case "reasoning":
      return (await unfold(one(".reasoning")))?.querySelector<HTMLElement>(".plain") ?? undefined;
    case "piece":
      return locatePiece(turn, place.at);
    default:
      return locateStep(turn, place, growTo);
  }
}

async function unfold(details: Element | null | undefined): Promise<HTMLElement | undefined> {
  if (!(details instanceof HTMLDetailsElement)) return undefined;
  details.open = true;
  const body = details.lastElementChild;
  return until(() => body instanceof HTMLElement && body.childElementCount > 0 && body);
}

/** A piece far from the screen is drawn once it comes near. */
async function locatePiece(turn: HTMLElement, at: number): Promise<HTMLElement | undefined> {
  const pieceAt = () => turn.querySelector(".answer")?.children[at];
  const piece = await until(() => {
    const childMatching = pieceAt();
    return (
      childMatching instanceof HTMLElement &&
      childMatching.classList.contains("piece") &&
      childMatching
    );
  });
  if (piece && (piece.matches(".earlier") || piece.querySelector(".earlier")))
    await unfoldEarlier(turn, piece);
  if (piece?.classList.contains("undrawn")) {
    piece.scrollIntoView({ block: "nearest" });
    await until(() => !piece.classList.contains("undrawn"));
  }
  return piece;
}

/** Its text is outside of the fold. */
async function unfoldEarlier(turn: HTMLElement, piece: HTMLElement): Promise<void> {
  const fold = turn.querySelector<HTMLDetailsElement>(".rounds");
  if (fold) fold.open = true;
  await until(() => piece.closest(".shows-earlier"));
}

async function locateStep(
  turn: HTMLElement,
  { at, field }: Extract<TextPlace, { part: "step" }>,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  const list = await unfold(turn.querySelector(".steps"));
  if (!list) return undefined;
  growTo(list, at);
  return list.children[at]?.querySelector<HTMLElement>(`.step-${field}`) ?? undefined;
}
