import type { ComparisonColumn } from "../../../page/protocol/comparisonViews";
import type { LiveView, TurnView } from "../../../page/protocol/views";
import type { MenuItem } from "../../../page/ui/menu";
import type { TurnContext } from "../../chat/page/contexts";
import { alternativeItems } from "../../chat/page/transcript/turn/otherAnswers";
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
function columnHead(
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

let made = 0;

/** A column: its head and the whole answer, in a region of its own that scrolls. */
export class AnswerColumn {
  readonly element: HTMLElement;
  readonly headingId = `column-${++made}`;
  readonly #context: ComparisonContext;
  readonly #turnContext: TurnContext;
  readonly #head: HTMLElement;
  readonly #body: HTMLElement;
  #content: ColumnContent;
  #drawn: TurnView | undefined;
  /** Of the answer; they stand in the head. */
  #buttons: readonly Element[] = [];

  constructor(context: ComparisonContext, content: ColumnContent) {
    const { el } = context.toolkit;
    this.#context = context;
    this.#content = content;
    this.#turnContext = {
      ...context.turn,
      stop: () => this.#stop(),
      menuOf: (turnId, items) => [...this.#diff(turnId), ...alternativeItems(items)],
    };
    this.#head = el("div", { class: "column-head" });
    this.#body = el("div", { class: "column-body" });
    const label = `${this.headingId}-name ${this.headingId}-how`;
    const named = { id: `${this.headingId}-panel`, "aria-labelledby": label };
    const region = { class: "column", role: "region", tabindex: "0", ...named };
    this.element = el("section", region, this.#head, this.#body);
    this.#draw(undefined);
    this.show(content);
  }

  /** The turn whose answer is shown. */
  get turn(): TurnView | undefined {
    return this.#content.turn;
  }

  get column(): ComparisonColumn {
    return this.#content.column;
  }

  show(content: ColumnContent): void {
    this.#content = content;
    const focused = document.activeElement;
    const hadFocus = this.element.contains(focused);
    const { turn } = this;
    if (turn !== this.#drawn) this.#draw(turn);
    const { headingId } = this;
    const head = { headingId, buttons: this.#buttons };
    this.#head.replaceChildren(...columnHead(content, head, this.#context));
    if (!hadFocus) return;
    if (focused instanceof HTMLElement && this.element.contains(focused)) focused.focus();
    else this.focus();
  }

  /** Draws the answer in progress. */
  live(live: LiveView): void {
    const { turn } = this;
    if (turn) this.#context.turnParts.showLiveIn(this.#body, turn.id, live, this.#turnContext);
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  #diff(turnId: string): MenuItem[] {
    const { host, toolkit } = this.#context;
    const { t } = toolkit;
    if (this.column.isBaseline) return [];
    const label = t("Diff with the starred answer");
    return [{ label, title: label, onChoose: () => host.run("diffAnswers", { turnId }) }];
  }

  #draw(turn: TurnView | undefined): void {
    if (turn?.id !== this.#drawn?.id) this.element.scrollTop = 0;
    this.#drawn = turn;
    const parts = turn ? this.#parts(turn) : [];
    const actions = parts.find((part) => part.matches(".actions"));
    const buttons = [...(actions?.children ?? [])];
    this.#buttons = buttons.filter((one) => !one.matches(".compare-answer"));
    this.#body.replaceChildren(...parts.filter((part) => part !== actions));
    if (turn) {
      this.#body.dataset["turn"] = turn.id;
      this.#context.turn.folds.open(turn.id, this.#body);
    }
  }

  #parts(turn: TurnView): HTMLElement[] {
    const { turnParts, toolkit } = this.#context;
    const { problem } = this.column;
    const isQueued = turn.result.state === "waiting" && turn.result.isQueued;
    const parts = isQueued ? [this.#queued()] : turnParts.resultParts(turn, this.#turnContext);
    return problem === undefined ? parts : [this.#quiet(toolkit.visible(problem)), ...parts];
  }

  #queued(): HTMLElement {
    const { button, t } = this.#context.toolkit;
    const stop = button({ text: t("Stop"), class: "link" }, () => this.#stop());
    const line = this.#quiet(t("Waiting for the others…"), stop);
    return this.#context.toolkit.el("div", { class: "waiting" }, line);
  }

  #quiet(sentence: string, ...others: HTMLElement[]): HTMLElement {
    const { el } = this.#context.toolkit;
    const words = el("span", { dir: "auto" }, sentence);
    return el("div", { class: "quiet-line unanswered" }, words, ...others);
  }

  #stop(): void {
    this.#context.host.run("stopColumn", { column: this.column.id });
  }
}
