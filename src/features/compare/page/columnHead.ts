import type { ComparisonColumn } from "../../../page/protocol/comparisonViews";
import type { TurnView } from "../../../page/protocol/views";
import type { ComparisonContext } from "./comparisonContext";
import { compareOutlines } from "./compareIcons";

export interface ColumnContent {
  readonly column: ComparisonColumn;
  /** Absent until the host has sent it. */
  readonly turn: TurnView | undefined;
  /** The header says that all answers come from the built-in hub. */
  readonly isBuiltInSaid: boolean;
}

interface HeadParts {
  readonly headingId: string;
  /** Those that the chat has below the answer. */
  readonly buttons: readonly Element[];
}

/** Expert and settings as sent, time and tokens, and the buttons for the answer. */
export function columnHead(
  { column, turn, isBuiltInSaid }: ColumnContent,
  { headingId, buttons }: HeadParts,
  context: ComparisonContext,
): HTMLElement[] {
  const { toolkit, turnParts } = context;
  const { el, iconOf, t, visible } = toolkit;
  const { result } = turn ?? {};
  const cost = result?.state === "done" ? turnParts.costOf(result.answer) : undefined;
  const badges = [
    column.modelOnly ? t("model only") : undefined,
    column.builtIn && !isBuiltInSaid ? t("built-in hub") : undefined,
    column.hubLabel !== undefined && !column.builtIn ? visible(column.hubLabel, 200) : undefined,
  ].filter((text) => text !== undefined);
  const meaning = t("Baseline: the others are compared with this answer");
  const star = el("span", { class: "star", title: meaning });
  star.append(iconOf(compareOutlines.star), el("span", { class: "spoken" }, t("Baseline")));
  const how = howAsked(column, toolkit);
  return [
    el(
      "div",
      { class: "column-name", id: `${headingId}-name` },
      el(
        "h2",
        { class: "who-name", id: headingId },
        el("bdi", {}, visible(column.expertName, 300)),
      ),
      column.isBaseline ? star : undefined,
      ...badges.map((text) => el("span", { class: "badge" }, text)),
    ),
    el(
      "div",
      { class: "column-facts detail" },
      how === "" ? undefined : el("span", { id: `${headingId}-how` }, how),
      cost,
    ),
    columnActions(column, turn, buttons, context),
  ];
}

/** Ability, model and temperature. */
export function howAsked(
  { abilityName, modelName, temperature }: ComparisonColumn,
  { formatNumber, t, visible }: ComparisonContext["toolkit"],
): string {
  const parts = [
    ...[abilityName, modelName].map((name) => visible(name ?? "", 200)),
    temperature === undefined ? "" : t("temperature {0}", formatNumber(temperature, 1)),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function columnActions(
  { canContinue, isBaseline }: ComparisonColumn,
  turn: TurnView | undefined,
  buttons: readonly Element[],
  { host, toolkit }: ComparisonContext,
): HTMLElement {
  const { button, el, iconOf, t } = toolkit;
  const own: HTMLElement[] = [];
  if (turn?.result.state === "done") {
    const turnId = turn.id;
    const go = {
      text: t("Continue with This"),
      class: "button secondary",
      title: t("Continue the conversation with this answer"),
    };
    const diff = { icon: iconOf(compareOutlines.diff), label: t("Diff with the starred answer") };
    if (canContinue) own.push(button(go, () => host.run("continueWith", { turnId })));
    if (!isBaseline) own.push(button(diff, () => host.run("diffAnswers", { turnId })));
  }
  const named = { class: "actions", role: "toolbar", "aria-label": t("Use this answer") };
  const tools = el("div", named, ...own, ...buttons);
  tools.hidden = !tools.firstChild;
  return tools;
}
