import type { OtherAnswerView, TurnView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";
import { outputActions } from "../../../../../contract/vocabulary";
import type { TurnContext, TurnMenuItem } from "../../contexts";

interface OthersContext extends TurnContext {
  toolkit: Toolkit;
  resultParts(turn: TurnView, context: TurnContext): HTMLElement[];
}

const namesInLine = 3;

/** Actions on a turn that work in a comparison as well as in the chat. */
const alternativeActions: ReadonlySet<TurnMenuItem["action"]> = new Set([
  ...outputActions,
  "saveAsPrompt",
  "copyAsCurl",
  "showRaw",
]);

export const alternativeItems = (items: readonly TurnMenuItem[]): TurnMenuItem[] =>
  items.filter(({ action }) => alternativeActions.has(action));

/**
 * Below an answer, a line that unfolds to the other answers, with a button that opens the comparison;
 * below a question, one that unfolds to what was asked before in its place.
 */
export function drawOthers(
  element: HTMLElement,
  { id: turnId, others = [] }: TurnView,
  context: OthersContext,
): void {
  const { button, el, plural, t } = context.toolkit;
  const before = [...element.querySelectorAll(".other-answers")];
  const focused = before.find((one) => one.contains(document.activeElement))?.className;
  for (const one of before) one.remove();
  // What is far from the screen is drawn again when it comes near.
  if (element.matches(".quiet")) return;
  const answers = others.filter(({ question }) => question === undefined);
  const asked = others.filter(({ question }) => question !== undefined);
  if (answers.length > 0) {
    const names = [...new Set(answers.map((other) => otherName(other, context.toolkit)))];
    if (names.length > namesInLine) names.splice(namesInLine, names.length, "…");
    const count = plural(answers.length, t("1 other answer"), t("{0} other answers"));
    const open = button({ text: t("Open Comparison"), class: "link" }, () =>
      context.host.run("openComparison", { turnId }),
    );
    const line = t("{0}: {1}", count, names.join(", "));
    element.append(
      el("div", { class: "other-answers" }, folded("others", line, answers, context), open),
    );
  }
  const [first] = asked;
  if (first) {
    const line = t("Asked before: {0}", questionShown(first, context.toolkit));
    const back = button({ text: t("Go Back to This"), class: "link" }, () =>
      context.host.run("useTurn", { turnId: first.turnId, action: "bringBack" }),
    );
    const fold = folded("before", line, asked, context, back);
    const below = el("div", { class: "other-answers asked-before" }, fold);
    element.querySelector(".question")?.after(below);
  }
  context.folds.open(turnId, element);
  if (focused !== undefined)
    element.querySelector<HTMLElement>(`[class="${focused}"] summary`)?.focus();
}

function folded(
  kind: "others" | "before",
  line: string,
  others: readonly OtherAnswerView[],
  context: OthersContext,
  ...more: HTMLElement[]
): HTMLElement {
  const { disclosure, el } = context.toolkit;
  const words = el("span", { class: "detail steps-line", dir: "auto" }, line);
  return disclosure(kind, [words], (body) =>
    body.append(...others.map((other) => otherAnswer(other, context)), ...more),
  );
}

const questionShown = ({ question = "" }: OtherAnswerView, { t, visible }: Toolkit): string =>
  visible(question, 200) || t("your selection");

/** An answer that unfolds, or why there is none. */
function otherAnswer(other: OtherAnswerView, context: OthersContext): HTMLElement {
  const { toolkit, host, notices } = context;
  const { disclosure, el } = toolkit;
  const { question, turnId } = other;
  const name = question === undefined ? otherName : questionShown;
  const words = [
    el("span", { class: "other-name", dir: "auto" }, name(other, toolkit)),
    el("span", { class: "detail other-facts", dir: "auto" }, factsOf(other, toolkit)),
  ];
  if (other.state !== "done") return el("div", { class: "other-state" }, ...words);
  const fold = disclosure("other", words, async (body) => {
    try {
      const turn = await host.call("otherAnswer", { turnId });
      const parts = context.resultParts(turn, {
        ...context,
        menuOf: (_, items) => alternativeItems(items),
      });
      body.append(...parts);
    } catch (reason) {
      notices.fail(reason);
    }
  });
  fold.dataset["of"] = turnId;
  return fold;
}

const otherName = ({ expertName }: OtherAnswerView, { visible }: Toolkit): string =>
  visible(expertName, 80);

/** Expert, ability, model and temperature, and how long the answer took. */
function factsOf(
  {
    question,
    expertName,
    abilityName,
    modelName,
    temperature,
    modelOnly,
    otherHub,
    state,
    elapsedMs,
  }: OtherAnswerView,
  { durationOf, formatNumber, t, visible }: Toolkit,
): string {
  const took = elapsedMs === undefined ? undefined : durationOf(elapsedMs);
  return [
    ...[question === undefined ? undefined : expertName, abilityName, modelName].map(
      (name) => name && visible(name, 80),
    ),
    modelOnly ? t("model only") : undefined,
    temperature === undefined ? undefined : t("temperature {0}", formatNumber(temperature, 1)),
    otherHub && t("from {0}", visible(otherHub, 80)),
    state === "waiting" ? t("Waiting…") : state === "done" ? took : t("No answer"),
  ]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");
}
