import type { ShellView } from "../../protocol/views";
import type { Surroundings } from "../ui/kit";

/** What opens above the composer's row; its code comes on first use. */
export interface Panel {
  readonly element: HTMLElement;
  show(shell: ShellView): void;
  /** The text in the box became another. */
  typed?(): void;
  focus(): void;
}

export interface PanelSurroundings extends Surroundings {
  text(): string;
}
