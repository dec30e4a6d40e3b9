import type { TargetView } from "../../../../page/protocol/views";
import type { Memory } from "../../../../page/host/memory";
import type { Host } from "../../../../page/host/rpc";
import type { icon, iconOf } from "../../../../page/ui/icons";
import type { t } from "../../../../kit/l10n";
import type { visible, visibleText } from "../../../../page/ui/visible";

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

/** What the text needs from the page; passed in, so that this chunk shares no code with it. */
export interface RichTextContext {
  icon: typeof icon;
  iconOf: typeof iconOf;
  t: typeof t;
  visible: typeof visible;
  visibleText: typeof visibleText;
  /** The buttons of one code block, by its index in document order. */
  codeActions(blockIndex: number): HTMLElement;
  /** Absent while the answer is on its way. */
  answer?: AnswerTools;
}
