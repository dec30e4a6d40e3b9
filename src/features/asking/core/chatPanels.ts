import type { QuestionMarks } from "../../../contract/vocabulary";
import type { Chat } from "./chat";

/** Where chats are shown, as far as asking needs it. */
export interface ChatPanels {
  /** What the chat in the side bar says a question would be sent with, while it is visible. */
  readonly shownInSide: QuestionMarks | undefined;
  /** Shows the chat in the side bar and focuses its composer. */
  openSide(): Promise<void>;
  /** Shows the chat in the side bar; the cursor stays where it is. */
  revealSide(): Promise<void>;
  /** Shows a chat in its editor tab, or in a new one. */
  openTab(chat: Chat): Promise<void>;
}
