import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/command";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { ChatPanels } from "./chatPanels";
import type { PageFocus } from "./pageFocus";

/** From anywhere to the question box of the chat, and from there back to the editor. */
export function toggleFocus(panels: ChatPanels, focus: PageFocus, lastEditor: LastEditor): Command {
  return {
    id: "expertHub.toggleFocus",
    async run(): Promise<void> {
      if (focus.part === "question") await showEditor(lastEditor);
      else if (focus.page) focus.page.focus();
      else await panels.showRecent();
    },
  };
}

/** The active editor may be the chat itself; then the one that the user was in before. */
async function showEditor({ used }: LastEditor): Promise<void> {
  const isText = vscode.window.activeTextEditor !== undefined;
  const last = used.find(({ document }) => !document.isClosed);
  if (isText || !last) {
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    return;
  }
  await vscode.window.showTextDocument(last.document, {
    ...(last.viewColumn !== undefined && { viewColumn: last.viewColumn }),
  });
}
