import type { ComparisonColumn } from "../../../page/protocol/comparisonViews";
import type { TurnView } from "../../../page/protocol/views";
import type { ComparisonContext } from "./comparisonContext";

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

/**
 * Expert and settings as sent, time and tokens, and the buttons for the answer: a line each, so that
 * all answers begin at the same height.
 */
export function columnHead(
  content: ColumnContent,
  { headingId, buttons }: HeadParts,
  context: ComparisonContext,
): HTMLElement[] {
  const { column, turn, isBuiltInSaid } = content;
  const { toolkit, turnParts } = context;
  const { el, icon, t, visible } = toolkit;
  const { result } = turn ?? {};
  const cost = result?.state === "done" ? turnParts.costOf(result.answer) : undefined;
  if (cost) cost.title = [cost.textContent, cost.title].filter(Boolean).join("\n");
  const meaning = t("Baseline: the others are compared with this answer");
  const star = el("span", { class: "star", title: meaning });
  star.append(icon("star"), el("span", { class: "spoken" }, t("Baseline")));
  const name = visible(column.expertName, 300);
  const how = howAsked(column, toolkit);
  return [
    el(
      "div",
      { class: "column-name", id: `${headingId}-name` },
      el("h2", { class: "who-name", id: headingId, title: name, dir: "auto" }, name),
      column.isBaseline ? star : undefined,
      column.builtIn && !isBuiltInSaid
        ? el("span", { class: "badge" }, t("built-in hub"))
        : undefined,
    ),
    el(
      "div",
      { class: "column-facts detail" },
      el("span", { class: "column-how", id: `${headingId}-how`, title: how, dir: "auto" }, how),
      cost,
    ),
    columnActions(column, turn, buttons, context),
  ];
}

/** Ability, model, temperature and hub. */
export function howAsked(
  { abilityName, builtIn, hubLabel, modelName, modelOnly, temperature }: ComparisonColumn,
  { formatNumber, t, visible }: ComparisonContext["toolkit"],
): string {
  const parts = [
    ...[abilityName, modelName].map((name) => visible(name ?? "", 200)),
    temperature === undefined ? "" : t("temperature {0}", formatNumber(temperature, 1)),
    modelOnly ? t("model only") : "",
    builtIn ? "" : visible(hubLabel ?? "", 200),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function columnActions(
  { canContinue }: ComparisonColumn,
  turn: TurnView | undefined,
  buttons: readonly Element[],
  { host, toolkit }: ComparisonContext,
): HTMLElement {
  const { button, el, t } = toolkit;
  const words = t("Continue with This");
  const go = { text: words, class: "button secondary", title: words };
  const turnId = canContinue && turn?.result.state === "done" ? turn.id : undefined;
  const own = turnId === undefined ? [] : [button(go, () => host.run("continueWith", { turnId }))];
  const named = { class: "actions", role: "toolbar", "aria-label": t("Use this answer") };
  const tools = el("div", named, ...own, ...buttons);
  tools.hidden = !tools.firstChild;
  return el("div", { class: "column-use" }, tools);
}
