import type { TargetView } from "../../../../page/protocol/views";
import type { Memory } from "../../../../page/host/memory";
import type { Host } from "../../../../page/host/rpc";
import type { Toolkit } from "../../../../page/ui/toolkit";

/** A complete answer, and what can be done with it. */
export interface AnswerTools {
  readonly turnId: string;
  /** The document that was asked about, if it is known. */
  readonly target: TargetView | undefined;
  readonly host: Pick<Host, "run">;
  readonly folds: { readonly memory: Pick<Memory, "wrapLines" | "changed"> };
  /** Where the review of its changes is offered, below the text. */
  readonly review: HTMLElement;
}

export interface RichTextContext {
  readonly toolkit: Toolkit;
  /** The buttons of one code block, by its index in document order. */
  codeActions(blockIndex: number): HTMLElement;
  /** Absent while the answer is on its way. */
  readonly answer?: AnswerTools;
}
