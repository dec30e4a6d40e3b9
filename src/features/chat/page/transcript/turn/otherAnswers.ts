import type { OtherAnswerView } from "../../../../../page/protocol/otherAnswerView";
import type { TurnView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import { outputActions } from "../../../../../contract/vocabulary";
import type { TurnContext, TurnMenuItem } from "../../contexts";

interface OthersContext extends TurnContext {
  toolkit: Toolkit;
  resultParts(turn: TurnView, context: TurnContext): HTMLElement[];
}

const namesInLine = 3;

/** Actions on a turn that work in a comparison as well as in the chat. */
const actionsBeside: ReadonlySet<TurnMenuItem["action"]> = new Set([
  ...outputActions,
  "saveAsPrompt",
  "copyAsCurl",
  "showRaw",
]);

export const itemsBeside = (items: readonly TurnMenuItem[]): TurnMenuItem[] =>
  items.filter(({ action }) => actionsBeside.has(action));

/** Below an answer: a line that unfolds to the other answers, with a button that opens the comparison. */
export function drawOthers(
  element: HTMLElement,
  { id: turnId, others = [] }: TurnView,
  context: OthersContext,
): void {
  const { button, disclosure, el, plural, t } = context.toolkit;
  const before = element.querySelector(".other-answers");
  const hadFocus = before?.contains(document.activeElement) ?? false;
  before?.remove();
  // What is far from the screen is drawn again when it comes near.
  if (others.length === 0 || element.matches(".quiet")) return;
  const names = [...new Set(others.map((other) => otherName(other, context.toolkit)))];
  if (names.length > namesInLine) names.splice(namesInLine, names.length, "…");
  const count = plural(others.length, t("1 other answer"), t("{0} other answers"));
  const line = t("{0}: {1}", count, names.join(", "));
  const fold = disclosure("others", [el("span", { class: "detail steps-line" }, line)], (body) =>
    body.append(...others.map((other) => otherAnswer(other, context))),
  );
  const open = button({ text: t("Open Comparison"), class: "link" }, () =>
    context.host.run("openComparison", { turnId }),
  );
  element.append(el("div", { class: "other-answers" }, fold, open));
  context.folds.open(turnId, element);
  if (hadFocus) fold.querySelector("summary")?.focus();
}

/** An answer that unfolds, or why there is none. */
function otherAnswer(other: OtherAnswerView, context: OthersContext): HTMLElement {
  const { toolkit, host, notices } = context;
  const { disclosure, el, t } = toolkit;
  const words = [
    el("span", { class: "step-tool", dir: "auto" }, otherName(other, toolkit)),
    el("span", { class: "detail step-query", dir: "auto" }, factsOf(other, toolkit)),
  ];
  if (other.state !== "done") return el("div", { class: "other-state" }, ...words);
  const { turnId } = other;
  const fold = disclosure("other", words, async (body) => {
    try {
      const turn = await host.call("otherAnswer", { turnId });
      const parts = context.resultParts(turn, {
        ...context,
        menuOf: (_, items) => itemsBeside(items),
      });
      body.append(...parts);
      for (const button of body.querySelectorAll(".compare-answer")) button.remove();
    } catch (reason) {
      notices.fail(reason ?? t("No answer"));
    }
  });
  fold.dataset["of"] = turnId;
  return fold;
}

const otherName = ({ expertName }: OtherAnswerView, { visible }: Toolkit): string =>
  visible(expertName, 80);

/** Expert, ability, model and temperature, and how long the answer took. */
function factsOf(
  { abilityName, modelName, temperature, modelOnly, otherHub, state, elapsedMs }: OtherAnswerView,
  { durationOf, formatNumber, t, visible }: Toolkit,
): string {
  const took = elapsedMs === undefined ? undefined : durationOf(elapsedMs);
  return [
    ...[abilityName, modelName].map((name) => name && visible(name, 80)),
    modelOnly ? t("model only") : undefined,
    temperature === undefined ? undefined : t("temperature {0}", formatNumber(temperature, 1)),
    otherHub && t("from {0}", visible(otherHub, 80)),
    state === "waiting" ? t("Waiting…") : state === "done" ? took : t("No answer"),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}
