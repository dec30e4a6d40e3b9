import { t } from "../../../../../kit/l10n";
import type { StepView } from "../../../../../page/protocol/views";
import { disclosure, el } from "../../../../../page/ui/dom";
import { toolkit } from "../../../../../page/ui/toolkit";
import { visible } from "../../../../../page/ui/visible";
import type { AnswerTools, TurnContext } from "../../contexts";
import type { FoldedParts } from "./stepList";

/** Of those that the folded line has room for. */
const sentencesInLine = 8;

/** What was done, in one unobtrusive line; unfolds to a line for each step. */
export function steps(
  all: readonly StepView[],
  turnId: string,
  context: Pick<TurnContext, "host" | "notices">,
  answer?: AnswerTools,
): HTMLElement {
  const sentences = all.slice(0, sentencesInLine).map(({ sentence }) => visible(sentence, 120));
  if (all.length > sentencesInLine) sentences.push("…");
  return foldedLine("steps", sentences.join(" · "), { steps: all, turnId, answer }, context);
}

/** What a model thought: one unobtrusive line that unfolds to plain text. */
export function reasoning(
  text: string,
  context: Pick<TurnContext, "host" | "notices">,
): HTMLDetailsElement {
  return foldedLine("reasoning", t("Reasoning"), text, context);
}

function foldedLine<K extends keyof FoldedParts>(
  kind: K,
  line: string,
  content: FoldedParts[K],
  { host, notices }: Pick<TurnContext, "host" | "notices">,
): HTMLDetailsElement {
  const words = el("span", { class: "detail steps-line", dir: "auto" }, line);
  return disclosure(kind, [words], async (body) => {
    try {
      const { fillFold } = await import("./stepList");
      await fillFold[kind]({ toolkit, host, notices }, body, content);
    } catch (reason) {
      notices.fail(reason);
    }
  });
}
