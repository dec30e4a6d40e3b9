import { t } from "../../../../../kit/l10n";
import { sizeOf } from "../../../../../contract/sizes";
import type { AnswerView, TurnView } from "../../../../../page/protocol/views";
import { el } from "../../../../../page/ui/dom";
import { visible } from "../../../../../page/ui/visible";
import { durationOf, timeOf } from "../../../../../page/ui/labels";

/** Who answers, with which model; what else is known of it is shown on hover and focus. */
export function turnHeader(turn: TurnView, hubLabel: string | undefined): HTMLElement {
  const { modelName, otherHub, builtIn } = turn;
  const by = [
    modelName && el("bdi", {}, visible(modelName, 200)),
    turn.modelOnly ? t("model only") : undefined,
    // The page says it once if it is the hub in use.
    builtIn ? el("span", { class: "built-in" }, t("built-in hub")) : undefined,
    otherHub !== undefined && !builtIn
      ? el("bdi", {}, t("from {0}", visible(otherHub, 200)))
      : undefined,
  ].filter((part) => part !== undefined && part !== "");
  return el(
    "header",
    { class: "who" },
    el("h2", { class: "who-name" }, el("bdi", {}, visible(turn.expertName, 300))),
    ...by.map((part) => el("span", { class: "detail who-by" }, part)),
    facts(turn, hubLabel),
  );
}

function facts(turn: TurnView, hubLabel: string | undefined): HTMLElement {
  const { abilityName, askedAt, builtIn, modelFullName, otherHub = hubLabel, result } = turn;
  const hub = builtIn ? t("built-in hub") : otherHub;
  const answer = result.state === "done" || result.state === "stopped" ? result.answer : undefined;
  const asked = timeOf(askedAt).full;
  const lines = [
    abilityName && t("Ability: {0}", visible(abilityName, 200)),
    modelFullName && t("{0}: {1}", t("Model"), visible(modelFullName, 200)),
    asked && t("Asked: {0}", asked),
    hub && t("Hub: {0}", visible(hub, 200)),
  ];
  return el(
    "div",
    { class: "who-facts" },
    ...lines.map((line) => (line ? el("div", { dir: "auto" }, line) : undefined)),
    answer && costOf(answer),
  );
}

/** Below the tenth of a second that would be shown. */
const unnoticedMs = 50;

/** What the answer cost; values without information are omitted. Details are shown where there is room. */
export function costOf({ elapsedMs = 0, bytes, tokens }: AnswerView): HTMLElement {
  const took = elapsedMs < unnoticedMs ? undefined : durationOf(elapsedMs);
  const title = tokens
    ? tokens.meaning.charAt(0).toUpperCase() + tokens.meaning.slice(1)
    : undefined;
  return el(
    "div",
    { class: "detail who-cost", title },
    [took, tokens?.words].filter(Boolean).join(" · "),
    title && el("div", { class: "who-more" }, title),
    bytes === undefined
      ? undefined
      : el("div", { class: "who-more" }, t("Size: {0}", sizeOf(bytes))),
  );
}
