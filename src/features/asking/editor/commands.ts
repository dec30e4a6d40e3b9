import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import type { FileAttacher } from "../../attachments/editor/fileAttacher";
import { ExpertNode } from "../../experts/editor/nodes";
import type { ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import type { AskSelectionParts } from "./askSelection";
import type { ExpertChoices } from "./expertChoices";
import type { Attachment } from "../../conversation/core/attachment";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";

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

/**
 * *Ask About Selection* of the palette, and of the key outside editors. VS Code does not report
 * whether the focus was in a terminal or an input: the box names what would be attached.
 */
export function askSelectionElsewhere({
  attacher,
  chats,
  panels,
  setup,
  askAbout,
}: Omit<AskSelectionParts, "sender"> & {
  askAbout: (selected: Attachment) => Promise<unknown>;
}): Command {
  return {
    id: "expertHub.askSelectionElsewhere",
    async run(args?: unknown): Promise<void> {
      if (isFromKey(args)) throw textIsKept();
      const selected = await attacher.selected();
      if (await setup.next()) {
        // The page says what is missing, and keeps the selection.
        chats.side.attachments = attacher.join(chats.side.attachments, selected);
        await panels.openSide();
      } else await askAbout(selected);
    },
  };
}

/** Our keybinding: the focus is in a terminal, or in an input whose text VS Code does not expose. */
function isFromKey(args: unknown): boolean {
  return typeof args === "object" && args !== null && Reflect.get(args, "outsideEditor") === true;
}

function textIsKept(): HubError {
  return new HubError(
    "invalid-request",
    t(
      "VS Code does not let extensions read the selection here. Select text in an editor, or copy it into the question.",
    ),
  );
}
