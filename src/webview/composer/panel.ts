import type { PageState } from "../../protocol/views";
import type { PartContext } from "../ui/toolkit";

/** What opens above the composer's row; its code comes on first use. */
export interface Panel {
  readonly element: HTMLElement;
  show(pageState: PageState): void;
  /** The text in the box became another. */
  typed?(): void;
  focus(): void;
}

export interface PanelContext extends PartContext {
  text(): string;
}
