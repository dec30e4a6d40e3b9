import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import type { FileAttacher } from "../../attachments/editor/fileAttacher";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";
import { inSide } from "./askSelection";
import { ExpertNode } from "../../experts/editor/expertRows";
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

interface AttachFilesParts {
  readonly files: FileAttacher;
  readonly attacher: SelectionAttacher;
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
}

/**
 * Attaches what is selected in the explorer, or the file of a tab, without asking yet; otherwise the
 * selection of the editor or, without one, its file.
 */
export function attachFiles({ files, attacher, chats, panels }: AttachFilesParts): Command {
  return {
    id: "expertHub.attachFiles",
    async run(one?: unknown, all?: unknown): Promise<void> {
      const given = Array.isArray(all) && all.length > 0 ? all : [one];
      const uris = given.filter((uri) => uri instanceof vscode.Uri);
      const editor = vscode.window.activeTextEditor;
      if (uris.length === 0 && editor?.selections.some(({ isEmpty }) => !isEmpty)) {
        const selected = await attacher.selected(inSide({ chats, panels }));
        chats.side.attachments = attacher.join(chats.side.attachments, selected);
        await panels.openSide();
        return;
      }
      // First: what has to be confirmed is asked there.
      await panels.openSide();
      if (uris.length > 0) await files.attach(chats.side, uris);
      else if (editor) await files.attach(chats.side, [editor.document.uri]);
    },
  };
}
