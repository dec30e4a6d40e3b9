import * as vscode from "vscode";
import type { Command } from "../../../platform/editor/commands";
import { optionIn } from "../../../platform/editor/commandArguments";
import type { Notify } from "../../../platform/editor/notify";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import type { OpenChats } from "../../asking/core/openChats";
import type { DefaultExpertSetting } from "../../experts/editor/defaultExpertSetting";
import type { Prompts } from "../../prompts/editor";
import type { ChatPanels } from "./chatPanels";
import type { ConversationArgument } from "./conversationArgument";
import type { PageFocus } from "./pageFocus";

/** Starts a conversation with the default expert or, without one, with that of the last one. */
export function newConversation(
  chats: OpenChats,
  panels: ChatPanels,
  defaultExpert: Pick<DefaultExpertSetting, "current" | "offerMissing">,
  notify: Pick<Notify, "announce">,
): Command {
  return {
    id: "expertHub.newConversation",
    async run(): Promise<void> {
      const chat = chats.renewSide();
      if (defaultExpert.current) chat.picked = undefined;
      await panels.openSide();
      defaultExpert.offerMissing(notify);
    },
  };
}

/**
 * Shows the chat in the side bar. With `{ toggle: true }`, as its key passes, it leads from anywhere
 * to the question box of the chat, and from there back to the editor.
 */
export function openChat(panels: ChatPanels, focus: PageFocus, lastEditor: LastEditor): Command {
  return {
    id: "expertHub.openChat",
    async run(...args: unknown[]): Promise<void> {
      if (optionIn(args, "toggle") !== true) await panels.openSide();
      else if (focus.part === "question") await showEditor(lastEditor);
      else if (focus.page) await focus.page.focus();
      else await panels.showRecent();
    },
  };
}

/** Shows the chat in an editor tab. */
export function openChatInEditor(argument: ConversationArgument, panels: ChatPanels): Command {
  return {
    id: "expertHub.openChatInEditor",
    run: (given) => panels.openTab(argument.chat(given)),
  };
}

const isBack = (args: unknown[]): boolean => optionIn(args, "direction") === "previous";

/** What a chat page does itself: in the one with the focus, else in the one used last. */
export function pageCommands(panels: ChatPanels, focus: PageFocus): Command[] {
  const page = () => focus.page ?? panels;
  return [
    { id: "expertHub.quoteSelection", run: () => page().run("quoteSelection") },
    {
      id: "expertHub.goToQuestion",
      run: (...args) => page().run(isBack(args) ? "previousTurn" : "nextTurn"),
    },
    {
      id: "expertHub.goToCodeBlock",
      run: (...args) => page().run(isBack(args) ? "previousCodeBlock" : "nextCodeBlock"),
    },
  ];
}

/** Puts a saved prompt into the composer of the chat that the user was in last. */
export function usePrompt(prompts: Prompts, chats: OpenChats, panels: ChatPanels): Command {
  return {
    id: "expertHub.usePrompt",
    async run(): Promise<void> {
      const [chat] = chats.shown;
      if (!(await prompts.pick(chat))) return;
      await (chat === chats.side ? panels.openSide() : panels.openTab(chat));
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
    viewColumn: last.viewColumn,
  });
}
