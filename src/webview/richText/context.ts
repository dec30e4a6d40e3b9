import type { icon, iconOf } from "../ui/icons";
import type { visible, visibleText } from "../ui/visible";

/** What the text needs from the page; passed in, so that this chunk shares no code with it. */
export interface RichTextContext {
  icon: typeof icon;
  iconOf: typeof iconOf;
  visible: typeof visible;
  visibleText: typeof visibleText;
  /** The buttons of one code block, by its index in document order. */
  codeActions(blockIndex: number): HTMLElement;
  /** Only called with https addresses. */
  openLink(url: string): void;
}
