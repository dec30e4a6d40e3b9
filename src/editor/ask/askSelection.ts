import { isId } from "../../hub/address";
import { HubError } from "../../hub/errors";
import type { ChatViews } from "../chat/chatPanels";
import type { Chats } from "../../app/chat/openChats";
import type { Sending } from "../../app/ask/questionSender";
import type { Composing } from "../selection/selectionAttacher";
import type { Setup } from "../../app/ask/setup";
import type { Command } from "../workbench/command";

/** Asks about the selection; with nothing typed, `input_data` is exactly the selected text. */
export function askSelection({
  composing,
  chats,
  views,
  sending,
  setup,
}: {
  composing: Composing;
  chats: Chats;
  views: ChatViews;
  sending: Sending;
  setup: Setup;
}): Command {
  return {
    id: "expertHub.askSelection",
    async run(args?: unknown): Promise<void> {
      const { outsideEditor, expertId, hub } = argumentsIn(args);
      if (outsideEditor === true) throw textIsKept();
      const seen = views.shownInSide;
      const selected = await composing.selected();
      const chat = sending.isTaken(chats.side) ? chats.renewSide() : chats.side;
      chat.attachment = selected;
      const isNamed = isId(expertId) && typeof hub === "string";
      if (isNamed) chat.expertId = expertId;
      const own = { conversation: chat.conversation.id, attachment: selected.id };
      const shown = isNamed ? { hub } : seen && { ...seen, ...own };
      await views.revealSide();
      // Where something is missing, the page that just opened says what, and keeps the selection.
      if (await setup.next()) await views.openSide();
      else await sending.send(chat, { shown });
    },
  };
}

/** What our own keybindings and the lightbulb give; a menu gives the address of a document. */
interface AskSelectionArguments {
  /** The focus is in a terminal or a box whose text VS Code keeps to itself. */
  outsideEditor?: unknown;
  /** The expert that was named to the user, and the scope of its hub. */
  expertId?: unknown;
  hub?: unknown;
}

function argumentsIn(args: unknown): AskSelectionArguments {
  return typeof args === "object" && args !== null ? args : {};
}

function textIsKept(): HubError {
  return new HubError(
    "invalid-request",
    "VS Code does not let extensions read what is selected here. Select text in an editor, or copy it into the question.",
  );
}
