import type { AnswerView, TurnView } from "../../protocol/views";
import { el } from "../dom";
import { icon } from "../icons";
import { visible } from "../visible";
import { counted, durationOf, sizeOf } from "../words";

/** Who answers, with which ability and model, and what the answer took. */
export function who(turn: TurnView, answer?: AnswerView): HTMLElement {
  const by = [turn.abilityName, turn.modelName]
    .filter((name) => name !== undefined && name !== "")
    .map((name) => visible(name ?? "", 200));
  return el(
    "header",
    { class: "who" },
    icon("expert"),
    el(
      "div",
      { class: "who-text" },
      el("h2", { class: "who-name" }, el("bdi", {}, visible(turn.expertName, 300))),
      by.length > 0 ? el("bdi", { class: "detail" }, by.join(" · ")) : undefined,
      turn.modelOnly ? el("span", { class: "badge" }, "model only") : undefined,
      turn.builtIn ? el("span", { class: "badge built-in" }, "built-in hub") : undefined,
      turn.otherHub !== undefined && !turn.builtIn
        ? el("span", { class: "badge" }, `from ${visible(turn.otherHub, 200)}`)
        : undefined,
    ),
    answer && el("span", { class: "detail who-cost", title: costTitle(answer) }, costOf(answer)),
  );
}

function costOf({ elapsedMs, bytes, approximateTokens: tokens }: AnswerView): string {
  return [
    durationOf(elapsedMs),
    sizeOf(bytes),
    tokens === undefined ? undefined : `about ${counted(tokens, "token")}`,
  ]
    .filter((word) => word !== undefined)
    .join(" · ");
}

function costTitle({ approximateTokens }: AnswerView): string {
  return approximateTokens === undefined
    ? "Time taken and size of the answer"
    : "Time taken, size of the answer, and tokens by the balance before and after";
}
