import { isId } from "../../hub/address";
import { HubError } from "../../hub/errors";
import type { ChatPanels } from "../chat/chatPanels";
import type { OpenChats } from "../../app/chat/openChats";
import type { QuestionSender } from "../../app/ask/questionSender";
import type { SelectionAttacher } from "../selection/selectionAttacher";
import type { Setup } from "../../app/ask/setup";
import type { Command } from "../workbench/command";

/** Asks about the selection; with nothing typed, `input_data` is exactly the selected text. */
export function askSelection({
  attacher,
  chats,
  panels,
  sender,
  setup,
}: {
  attacher: SelectionAttacher;
  chats: OpenChats;
  panels: ChatPanels;
  sender: QuestionSender;
  setup: Setup;
}): Command {
  return {
    id: "expertHub.askSelection",
    async run(args?: unknown): Promise<void> {
      const { outsideEditor, expertId, hub } = argumentsIn(args);
      if (outsideEditor === true) throw textIsKept();
      const seen = panels.shownInSide;
      const selected = await attacher.selected();
      const chat = sender.isTaken(chats.side) ? chats.renewSide() : chats.side;
      chat.attachment = selected;
      const isNamed = isId(expertId) && typeof hub === "string";
      if (isNamed) chat.expertId = expertId;
      const own = { conversation: chat.conversation.id, attachment: selected.id };
      const shown = isNamed ? { hub } : seen && { ...seen, ...own };
      await panels.revealSide();
      // If setup is incomplete, the page that just opened says what is missing, and keeps the selection.
      if (await setup.next()) await panels.openSide();
      else await sender.send(chat, { shown });
    },
  };
}

/** What our own keybindings and the lightbulb pass; a menu passes the URI of a document. */
interface AskSelectionArguments {
  /** The focus is in a terminal, or in an input whose text VS Code does not expose. */
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
    "VS Code does not let extensions read the selection here. Select text in an editor, or copy it into the question.",
  );
}
