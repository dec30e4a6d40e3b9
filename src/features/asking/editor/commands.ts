import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import type { FileAttacher } from "../../attachments/editor/fileAttacher";
import { ExpertNode } from "../../experts/editor/nodes";
import type { ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import type { ExpertChoices } from "./expertChoices";

/** Opens the chat with the expert of this row. */
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

/** Attaches what is selected in the explorer, or the file of a tab, without asking yet. */
export function attachFiles(files: FileAttacher, chats: OpenChats, panels: ChatPanels): Command {
  return {
    id: "expertHub.attachFiles",
    async run(one?: unknown, all?: unknown): Promise<void> {
      const given = Array.isArray(all) && all.length > 0 ? all : [one];
      const uris = given.filter((uri) => uri instanceof vscode.Uri);
      const shown = vscode.window.activeTextEditor?.document.uri;
      try {
        if (uris.length > 0) await files.attach(chats.side, uris);
        else if (shown) await files.attach(chats.side, [shown]);
      } finally {
        await panels.openSide();
      }
    },
  };
}
