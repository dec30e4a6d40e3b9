import type { TextPlace, StepField } from "./segments";

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
      return unfoldAttachment(turn, place.at);
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

async function unfoldAttachment(turn: HTMLElement, at: number): Promise<HTMLElement | undefined> {
  const body = await unfold(turn.querySelectorAll(".attached")[at]);
  return body?.querySelector<HTMLElement>(".preview") ?? undefined;
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
  { group, member, field }: Extract<TextPlace, { part: "step" }>,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  const groups = await unfold(turn.querySelector(".steps"));
  const members = groups && childAt(groups, group, growTo);
  const step = members && childAt(members, member, growTo);
  if (!step) return undefined;
  if (field.name === "tool") return step.querySelector<HTMLElement>(".step-tool") ?? undefined;
  const body = await unfold(step);
  return body && locateField(body, field, growTo);
}

const childMatching = (parent: Element | undefined, selector: string) =>
  parent?.querySelector<HTMLElement>(`:scope > ${selector}`) ?? undefined;

async function locateField(
  body: HTMLElement,
  field: StepField,
  growTo: GrowTo,
): Promise<HTMLElement | undefined> {
  switch (field.name) {
    case "query":
      return childMatching(body, "[data-field=query]");
    case "log":
      return childMatching(body, "[data-field=log]");
    case "id":
      return childMatching(body, ".call-id");
    case "raw":
      return childMatching(await unfold(childMatching(body, ".raw")), ".long-text");
    case "tool":
      return undefined;
    default: {
      const list = childMatching(body, ".messages");
      const message = list && childAt(list, field.message, growTo);
      if (field.name === "content" || !message) return childMatching(message, ".long-text");
      growTo(message, field.call);
      const call = message.querySelectorAll(":scope > .call")[field.call];
      return childMatching(call, field.name === "call" ? ".call-head" : ".long-text");
    }
  }
}

function childAt(parent: HTMLElement, at: number, growTo: GrowTo): HTMLElement | undefined {
  growTo(parent, at);
  const child = parent.children[at];
  return child instanceof HTMLElement ? child : undefined;
}
