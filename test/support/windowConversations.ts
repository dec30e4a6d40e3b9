import { Conversations } from "../../src/features/conversation/core/conversations";
import { SavedConversations } from "../../src/features/history/core/savedConversations";

/** The conversations of a window, with their list. */
export class WindowConversations extends Conversations {
  readonly saved = this.register(new SavedConversations(this));
}
