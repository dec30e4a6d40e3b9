import type { PageState, ReviewView, SourceView, TargetView } from "../../../page/protocol/views";
import type { Memory } from "../../../page/host/memory";
import type { Host } from "../../../page/host/rpc";
import type { MenuItem } from "../../../page/ui/menu";
import type { Toolkit, PartContext } from "../../../page/ui/toolkit";
import type { Folds } from "../../../page/ui/folds";
import type { Notices } from "../../../page/ui/notices";
import type { OutputAction, TurnAction } from "../../../contract/vocabulary";

/** A complete answer, and what can be done with it. */
export interface AnswerTools {
  readonly turnId: string;
  /** The document that was asked about, if it is known. */
  readonly target: TargetView | undefined;
  readonly host: Pick<Host, "call" | "run">;
  readonly notices: Pick<Notices, "confirm" | "failed" | "say">;
  readonly folds: Pick<Folds, "open"> & {
    readonly memory: Pick<Memory, "wrapLines" | "changed">;
  };
  /** Where its sources are listed, below the text. */
  readonly sourcesPlace: HTMLElement;
  /** What its steps name. */
  readonly sources: readonly SourceView[] | undefined;
  /** How much of its text was written before the last call of a tool. */
  readonly earlierLength?: number | undefined;
  /** Where the review of its changes is offered, below the text. */
  readonly review: HTMLElement;
  /** How far that has come, if it was begun. */
  readonly reviewed: ReviewView | undefined;
  readonly codeNote?: (turnId: string, blockIndex: number) => HTMLElement;
}

export interface RichTextContext {
  readonly toolkit: Toolkit;
  /** Absent while the answer is on its way. */
  readonly answer?: AnswerTools;
}

/** What a turn needs from the page. */
export interface TurnContext {
  host: Host;
  notices: Notices;
  folds: Folds;
  hubLabel(): string | undefined;
  /** Questions that are being edited; absent where none can be. */
  edits?: Edits;
  /** Stops a question that waits. */
  stop(turnId: string): void;
  /** The menu of a turn where it is not that of the chat. */
  menuOf?(turnId: string, items: readonly TurnMenuItem[]): readonly MenuItem[];
  /** What is said of a code block, beside its name. */
  codeNote?: AnswerTools["codeNote"];
}

/** What the user has made of questions so far. */
export interface Edits {
  get(turnId: string): string | undefined;
  set(turnId: string, text: string | undefined): void;
}

export interface TurnMenuItem extends MenuItem {
  readonly action: TurnAction | OutputAction | "edit";
}

/** A panel that opens above the composer's row; its code is loaded on first use. */
export interface Panel {
  readonly element: HTMLElement;
  show(pageState: PageState): void;
  /** The text in the box has changed. */
  typed?(): void;
  focus(): void;
}

export interface PanelContext extends PartContext {
  text(): string;
  close(): void;
}

export interface CompletionsContext extends PartContext {
  readonly box: HTMLTextAreaElement;
  saveNow(): void;
  /** Enter was pressed where nothing could be completed. */
  onEnter(): void;
}

/** Keys that were pressed before anything was listed for what was typed by then. */
export interface HeldKeys {
  readonly typed: string;
  readonly keys: string[];
}
