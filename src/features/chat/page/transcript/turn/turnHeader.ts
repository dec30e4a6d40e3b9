import { locale, t } from "../../../../../kit/l10n";
import { sizeOf } from "../../../../../contract/sizes";
import type { AnswerView, TurnView } from "../../../../../page/protocol/views";
import { el } from "../../../../../page/ui/dom";
import { icon } from "../../../../../page/ui/icons";
import { visible } from "../../../../../page/ui/visible";
import { durationOf } from "../../../../../page/ui/labels";

/** Who answers, with which ability and model, and what the answer cost. */
export function turnHeader(turn: TurnView): HTMLElement {
  const by = [turn.abilityName, turn.modelName].flatMap((name) =>
    name ? [visible(name, 200)] : [],
  );
  return el(
    "header",
    { class: "who" },
    icon("expert"),
    el(
      "div",
      { class: "who-text" },
      el("h2", { class: "who-name" }, el("bdi", {}, visible(turn.expertName, 300))),
      by.length > 0 ? el("span", { class: "detail" }, ...separated(by)) : undefined,
      turn.modelOnly ? el("span", { class: "badge" }, t("model only")) : undefined,
      turn.builtIn ? el("span", { class: "badge built-in" }, t("built-in hub")) : undefined,
      turn.otherHub !== undefined && !turn.builtIn
        ? el("span", { class: "badge" }, t("from {0}", visible(turn.otherHub, 200)))
        : undefined,
    ),
    turn.result.state === "done" ? costOf(turn.result.answer) : undefined,
  );
}

/** Each name keeps to one line where that is long enough. */
function separated(names: readonly string[]): (HTMLElement | string)[] {
  return names.flatMap((name, at) => [...(at > 0 ? [" · "] : []), el("bdi", {}, name)]);
}

/** Below the tenth of a second that would be shown. */
const unnoticedMs = 50;

/** What the answer cost; values without information are omitted. */
export function costOf({ elapsedMs, bytes, tokens }: AnswerView): HTMLElement {
  const took = elapsedMs < unnoticedMs ? undefined : durationOf(elapsedMs);
  const parts = [
    [took, t("time taken")],
    [sizeOf(bytes), t("size of the answer")],
    [tokens?.words, tokens?.meaning],
  ].filter(([text]) => text !== undefined);
  const title = new Intl.ListFormat(locale()).format(parts.map(([, meaning]) => meaning ?? ""));
  return el(
    "span",
    { class: "detail who-cost", title: title.charAt(0).toUpperCase() + title.slice(1) },
    parts.map(([text]) => text).join(" · "),
  );
}
