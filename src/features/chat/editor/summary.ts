import * as vscode from "vscode";
import { isRecord } from "../../../contract/record";
import { t } from "../../../kit/l10n";
import { LocalError } from "../../../platform/core/localError";
import type { Command } from "../../../platform/editor/commands";
import { onlySearched } from "../../conversation/core/turn";
import type { Chat, ChatPanels } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { QuestionSender } from "../../asking/core/questionSender";
import { textAttachment } from "../../attachments/editor/codeAttachment";
import type { ConversationArgument } from "./conversationArgument";

/** Names the chat to the command; without it, the one that the user was in last. */
export interface ChatOf {
  readonly conversationId: string;
}

interface SummaryParts {
  readonly chats: OpenChats;
  readonly sender: Pick<QuestionSender, "ask">;
  readonly panels: Pick<ChatPanels, "openTab" | "revealSide">;
}

/** What the expert is asked, as any other question. */
export const summaryQuestion =
  "Summarize this conversation so that it can continue in a new one: what I wanted, what was found and decided, the code and names that matter, and what is still open. Use the language of the conversation, and write only the summary.";

/** Asks for a summary in the conversation, and goes on with it in a new one. */
export function startWithSummary(parts: SummaryParts, argument: ConversationArgument): Command {
  return {
    id: "expertHub.startWithSummary",
    async run(given: unknown): Promise<void> {
      const id = isRecord(given) ? given["conversationId"] : undefined;
      const named = typeof id === "string" ? parts.chats.of(id) : undefined;
      await summarize(parts, named ?? argument.chat(given));
    },
  };
}

/** The new conversation opens once the answer is there; what is composed comes along. */
export async function summarize({ chats, sender, panels }: SummaryParts, chat: Chat) {
  const { conversation } = chat;
  if (!conversation.lastAnswered)
    throw new LocalError("invalid-request", t("Nothing has been answered in this conversation."));
  const { settled } = await sender.ask(chat, { typed: summaryQuestion });
  const turn = await settled;
  const { result } = turn;
  // The turn says why there is none.
  if (result.state !== "done" || onlySearched(turn)) return;
  const summary = textAttachment({
    text: result.received.value.output,
    label: t("Summary of {0}", conversation.title ?? ""),
    languageId: "markdown",
  });
  const { picked, draft, attachments } = chat;
  const goOn = (fresh: Chat): void => {
    fresh.picked = picked;
    // In this order, so that it is on the disk at all times.
    fresh.draft = draft;
    fresh.attachments = [summary, ...attachments];
    chat.clear();
  };
  if (chats.side === chat) {
    goOn(chats.renewSide());
    // The answer has taken its time: the focus stays where it is by now.
    await panels.revealSide();
    return;
  }
  const isInTab = chats.places.inOrder.some((place) => place.chat === chat);
  const { chat: fresh, hold } = await chats.acquire(undefined);
  goOn(fresh);
  if (isInTab || (await wantsToGoOn())) await panels.openTab(fresh);
  hold.dispose();
}

/** The user went elsewhere meanwhile, and is not taken away from there. */
async function wantsToGoOn(): Promise<boolean> {
  const open = t("Open");
  const sentence = t("The summary is ready in a new conversation.");
  return (await vscode.window.showInformationMessage(sentence, open)) === open;
}
