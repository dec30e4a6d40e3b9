import { announcementOf } from "../../chat/page/transcript/turn/announcement";
import type { AnswerUpdate } from "../../chat/page/transcript/turn/answerUpdate";
import type {
  ComparisonColumn,
  ComparisonContent,
  ComparisonEvent,
  ComparisonView,
} from "../../../page/protocol/comparisonViews";
import type { HostEvent } from "../../../page/protocol/messages";
import type { LiveView, TurnView } from "../../../page/protocol/views";
import type { Notices } from "../../../page/ui/notices";
import type { AnswerColumn, ColumnContent } from "./answerColumn";
import { ColumnGrid } from "./columnGrid";
import type { ComparisonContext, PageParts } from "./comparisonContext";
import { ComparisonHeader } from "./comparisonHeader";
import { SameCode } from "./sameCode";
import type { Memory } from "../../../page/host/memory";
import type { Folds } from "../../../page/ui/folds";

/** What only this page has; the editor stores it, and with it what a tab of the last session showed. */
class Remembering {
  readonly folds: Folds;
  readonly #memory: Memory;
  #turnId: unknown;
  #isScrolledInStep: boolean;

  constructor({ store, Folds: FoldsOfPage, Memory: MemoryOfPage }: PageParts) {
    const { turnId, isScrolledInStep } = (store.getState() ?? {}) as Record<string, unknown>;
    this.#turnId = turnId;
    this.#isScrolledInStep = isScrolledInStep !== false;
    this.#memory = new MemoryOfPage({
      getState: () => store.getState(),
      setState: (state) =>
        store.setState({
          ...(state as object),
          turnId: this.#turnId,
          isScrolledInStep: this.#isScrolledInStep,
        }),
    });
    this.folds = new FoldsOfPage(this.#memory);
  }

  get isScrolledInStep(): boolean {
    return this.#isScrolledInStep;
  }
  set isScrolledInStep(isOn: boolean) {
    this.#isScrolledInStep = isOn;
    this.#memory.changed();
  }

  enter({ conversationId, turnId }: ComparisonView): void {
    this.#turnId = turnId;
    this.folds.enter(this.#memory.enter(conversationId));
  }

  saveNow(): void {
    this.#memory.saveNow();
  }
}

/**
 * Draws answers in the making one at a time, each in a frame of its own: together, the columns of a
 * comparison would take longer than a frame.
 */
class LiveQueue {
  readonly #draw: (turnId: string) => void;
  /** Those that have changed; the one that has waited longest comes first. */
  readonly #changed = new Set<string>();
  #isDrawing = false;

  constructor(draw: (turnId: string) => void) {
    this.#draw = draw;
  }

  add(turnId: string): void {
    this.#changed.add(turnId);
    if (!this.#isDrawing) this.#next();
  }

  #next(): void {
    this.#isDrawing = this.#changed.size > 0;
    if (!this.#isDrawing) return;
    requestAnimationFrame(() => {
      const [turnId = ""] = this.#changed;
      this.#changed.delete(turnId);
      this.#draw(turnId);
      // After this frame is painted.
      setTimeout(() => this.#next());
    });
  }
}

/** The page of a comparison: its header, and a column for each way to ask. The host owns the state. */
export class ComparisonDocument {
  readonly notices: Notices;
  readonly #parts: PageParts;
  readonly #context: ComparisonContext;
  readonly #memory: Remembering;
  readonly #header: ComparisonHeader;
  readonly #grid: ColumnGrid;
  readonly #sameCode: SameCode;
  readonly #turns = new Map<string, TurnView>();
  readonly #lives: LiveQueue;
  #view: ComparisonView | undefined;

  constructor(root: HTMLElement, parts: PageParts) {
    const { host, toolkit, turnParts } = parts;
    this.#parts = parts;
    this.notices = new parts.Notices(() => this.#grid.columns[0]?.focus());
    this.#memory = new Remembering(parts);
    const { notices } = this;
    const { folds } = this.#memory;
    this.#context = {
      toolkit,
      turnParts,
      host,
      notices,
      turn: {
        host,
        notices,
        folds,
        hubLabel: () => undefined,
        codeNote: (turnId, blockIndex) => this.#sameCode.noteOf(turnId, blockIndex),
      },
    };
    this.#header = new ComparisonHeader(this.#context, (isOn) => {
      this.#memory.isScrolledInStep = isOn;
      this.#draw();
    });
    this.#grid = new ColumnGrid(this.#context);
    this.#sameCode = new SameCode(this.#context, this.#grid.element);
    this.#lives = new LiveQueue((turnId) => this.#drawLive(turnId));
    folds.watch(this.#grid.element);
    root.classList.add("comparison");
    root.replaceChildren(this.#header.element, notices.element, this.#grid.element);
    window.addEventListener("message", ({ data }) => {
      if (isComparisonEvent(data)) this.#show(data.comparison);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#memory.saveNow();
    });
  }

  async start(): Promise<void> {
    try {
      const { comparison, turns }: ComparisonContent = await this.#context.host.call("comparison");
      for (const turn of turns) this.#turns.set(turn.id, turn);
      this.#show(comparison);
    } catch (reason) {
      this.notices.fail(reason);
    }
  }

  handle(event: HostEvent): void {
    switch (event.event) {
      case "turn":
        this.#update(event.turn);
        return;
      case "live":
        this.#live(event.turnId, event.live);
        return;
      case "cost":
        this.#updateAnswer(event.turnId, { tokens: event.tokens });
        return;
      case "review":
        this.#updateAnswer(event.turnId, { review: event.review });
        return;
      case "undoable":
        this.#updateAnswer(event.turnId, { canUndo: event.canUndo });
        return;
      case "removed":
        this.#turns.delete(event.turnId);
        this.#draw();
        return;
      case "focus":
        this.#grid.columns[0]?.focus();
        return;
      default:
    }
  }

  #show(view: ComparisonView): void {
    this.#view = view;
    this.#memory.enter(view);
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    if (!view) return;
    this.#grid.scrolling.isOn = this.#memory.isScrolledInStep;
    this.#grid.show(view.columns.map((column) => this.#contentOf(column)));
    this.#showRest();
  }

  #contentOf(column: ComparisonColumn): ColumnContent {
    const isBuiltInSaid = this.#view?.columns.every(isBuiltIn) === true;
    return { column, turn: this.#turns.get(column.turnId), isBuiltInSaid };
  }

  /** What depends on all columns. */
  #showRest(): void {
    const turns = this.#grid.columns.map(({ turn }) => turn);
    if (this.#view)
      this.#header.show(this.#view, {
        isScrolledInStep: this.#memory.isScrolledInStep,
        states: turns.map((turn) => turn?.result.state),
        isBuiltIn: this.#view.columns.every(isBuiltIn),
      });
    const there = turns.filter((turn) => turn !== undefined);
    this.#sameCode.show(there).catch(this.notices.failed);
  }

  #update(turn: TurnView): void {
    const before = this.#turns.get(turn.id);
    this.#turns.set(turn.id, turn);
    if (turn.result.state === "waiting") void this.#parts.turnParts.loadRichText();
    const column = this.#columnOf(turn.id);
    if (!column) return;
    this.#grid.update(column, this.#contentOf(column.column));
    this.#showRest();
    const isSettled = before?.result.state === "waiting" && turn.result.state !== "waiting";
    const isPutOff = turn.result.state === "waiting" && turn.result.again !== undefined;
    if (isSettled || isPutOff) this.notices.say(announcementOf(turn, this.#parts.toolkit));
  }

  #live(turnId: string, live: LiveView): void {
    const result = this.#turns.get(turnId)?.result;
    if (result?.state !== "waiting") return;
    result.live = live;
    this.#lives.add(turnId);
  }

  #drawLive(turnId: string): void {
    const result = this.#turns.get(turnId)?.result;
    if (result?.state === "waiting" && result.live) this.#columnOf(turnId)?.live(result.live);
  }

  #updateAnswer(turnId: string, update: AnswerUpdate): void {
    const result = this.#turns.get(turnId)?.result;
    if (result?.state !== "done") return;
    Object.assign(result.answer, update);
    const column = this.#columnOf(turnId);
    if (column) this.#parts.turnParts.showUpdate(column.element, result.answer, update);
  }

  #columnOf(turnId: string): AnswerColumn | undefined {
    return this.#grid.columns.find(({ column }) => column.turnId === turnId);
  }
}

const isBuiltIn = ({ builtIn }: ComparisonColumn): boolean => builtIn;

/** The host may be another version of the extension; what cannot be drawn is left out. */
function isComparisonEvent(data: unknown): data is ComparisonEvent {
  const { event, comparison } = (data ?? {}) as Partial<ComparisonEvent>;
  return event === "comparison" && Array.isArray(comparison?.columns);
}
