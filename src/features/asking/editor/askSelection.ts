import type { PickedExpert } from "../../conversation/core/unsent";
import type { EditorSettings } from "../../../platform/editor/settings";
import { markOf, type Attachment } from "../../conversation/core/attachment";
import { isId } from "../../../contract/address";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import type { QuestionSender } from "../core/questionSender";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Setup } from "../../experts/core/setup";
import type { Command } from "../../../platform/editor/commands";

export interface AskSelectionParts extends Pick<AttachmentsFeature, "attacher" | "attachOpen"> {
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
  readonly sender: QuestionSender;
  readonly setup: Setup;
  readonly settings: Pick<EditorSettings, "askSelection">;
}

/**
 * Asks about the selection, at once or once the user has typed a question, as the setting says. With
 * nothing typed, `input_data` is exactly the selected text.
 */
export function askSelection(parts: AskSelectionParts): Command {
  const { attacher, chats, panels, sender, setup, settings } = parts;
  return {
    id: "expertHub.askSelection",
    async run(args?: unknown): Promise<void> {
      assertReadable(args);
      const { expertId, hub } = argumentsIn(args);
      const isNamed = isId(expertId) && typeof hub === "string";
      const picked = isNamed ? { id: expertId, hubScope: hub } : undefined;
      if (settings.askSelection === "compose" || !attacher.hasSelection)
        return composeSelection(parts, picked);
      const seen = panels.shownInSide;
      const at = sender.hubInUse;
      const selected = await attacher.selected(chats.side.pending);
      const before = markOf(chats.side.attachments);
      const chat = sender.availableSideChat();
      // What the user does not see stays in the composer.
      const isAlone = !seen && chat.isComposed;
      const attach = (): void => {
        chat.attachments = attacher.join(chat.attachments, selected);
      };
      if (!isAlone) attach();
      if (picked) chat.picked = picked;
      const wasShown = seen?.attachment === before;
      const own = {
        conversation: chat.conversation.id,
        ...(wasShown && { attachment: markOf(chat.attachments) }),
      };
      const shown = picked ? { hub: picked.hubScope } : seen && { ...seen, ...own };
      await panels.revealSide();
      // If setup is incomplete, the page that just opened says what is missing, and keeps the selection.
      if (await setup.next()) {
        if (isAlone) attach();
        await panels.openSide();
      } else if (isAlone) {
        await sender.ask(chat, { attachments: [selected], shown, at });
      } else await sender.send(chat, { shown, at });
    },
  };
}

/** What the lightbulb passes; a menu passes the URI of a document. */
interface AskSelectionArguments {
  /** The expert that was named to the user, and the scope of its hub. */
  expertId?: unknown;
  hub?: unknown;
}

function argumentsIn(args: unknown): AskSelectionArguments {
  return typeof args === "object" && args !== null ? args : {};
}

/** Of the key outside editors: the focus is in a terminal, or in an input whose text VS Code does not expose. */
export function assertReadable(args: unknown): void {
  if (optionIn([args], "outsideEditor") !== true) return;
  throw new HubError(
    "invalid-request",
    t(
      "VS Code does not let extensions read the selection here. Select text in an editor, or copy it into the question.",
    ),
  );
}

/**
 * Opens the chat with the selection or, without one, with the file, for a question that the user
 * types; Enter sends it.
 */
export async function composeSelection(
  { attachOpen, chats, panels, sender }: Omit<AskSelectionParts, "settings" | "setup">,
  picked?: PickedExpert,
): Promise<void> {
  const chat = sender.hubs.otherHub(chats.side) ? chats.renewSide() : chats.side;
  if (picked) chat.picked = picked;
  // First: what has to be confirmed is asked there.
  await panels.openSide();
  await attachOpen(chat);
}

/**
 * The selection in the list of *Ask About This…*. VS Code does not report whether the focus was in a
 * terminal or an input: the box names what would be attached.
 */
export function askSelectionElsewhere({
  askAbout,
  ...parts
}: AskSelectionParts & {
  askAbout: (selected: Attachment) => Promise<unknown>;
}): Command {
  const { attacher, chats, panels, setup, settings } = parts;
  return {
    id: "expertHub.askSelectionElsewhere",
    async run(args?: unknown): Promise<void> {
      assertReadable(args);
      if (settings.askSelection === "compose" || !attacher.hasSelection)
        return composeSelection(parts);
      const selected = await attacher.selected(chats.side.pending);
      if (await setup.next()) {
        // The page says what is missing, and keeps the selection.
        chats.side.attachments = attacher.join(chats.side.attachments, selected);
        await panels.openSide();
      } else await askAbout(selected);
    },
  };
}
