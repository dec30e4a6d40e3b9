import * as vscode from "vscode";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { Command } from "../../../platform/editor/commands";
import type { AttachmentsFeature } from "../../attachments/editor";
import { ExpertNode } from "../../experts/editor/expertRows";
import type { ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import type { ExpertChoices } from "./expertChoices";

export function askExpert(chats: OpenChats, panels: ChatPanels, choices: ExpertChoices): Command {
  return {
    id: "expertHub.askExpert",
    async run(node?: unknown): Promise<void> {
      if (!(node instanceof ExpertNode)) return;
      await choices.use(chats.side, node.id);
      await panels.openSide();
    },
  };
}

interface AttachFilesParts {
  readonly selection: Pick<AttachmentsFeature, "attachOpen" | "files">;
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
}

/**
 * Attaches what is selected in the explorer, or the file of a tab, without asking yet; otherwise the
 * selection of the editor or, without one, its file. With `{ inChat: true }`, as its key in a chat
 * passes, to that chat.
 */
export function attachFiles({ selection, chats, panels }: AttachFilesParts): Command {
  return {
    id: "expertHub.attachFiles",
    async run(one?: unknown, all?: unknown): Promise<void> {
      const given = Array.isArray(all) && all.length > 0 ? all : [one];
      const uris = given.filter((uri) => uri instanceof vscode.Uri);
      const [recent] = chats.shown;
      if (optionIn([one], "inChat") === true) return selection.attachOpen(recent);
      // First: what has to be confirmed is asked there.
      await panels.openSide();
      if (uris.length > 0) await selection.files.attach(chats.side, uris);
      else await selection.attachOpen(chats.side);
    },
  };
}
