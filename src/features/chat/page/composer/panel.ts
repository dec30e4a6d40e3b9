import type { PageState } from "../../../../page/protocol/views";
import type { PartContext } from "../../../../page/ui/toolkit";

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
}
