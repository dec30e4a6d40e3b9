import * as vscode from "vscode";
import type { Overrides, QuestionSender, SentQuestion } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { OpenChats } from "../../app/chat/openChats";
import type { Attachment } from "../../app/conversation/question";
import type { Roster } from "../../app/experts/roster";
import { nameOf } from "../../app/naming";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { ChatPanels } from "../chat/chatPanels";
import { plainText } from "../workbench/plainText";
import { freeSide } from "./freeSide";

export interface AskTypedParts {
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
  readonly sender: QuestionSender;
  readonly roster: Roster;
}

export interface Asked extends SentQuestion {
  readonly chat: Chat;
}

/**
 * Asks the expert named in the box, with the selection named there, or asks nobody. Without an
 * attachment of its own, the question takes the one of the composer.
 */
export async function askTyped(
  { chats, panels, sender, roster }: AskTypedParts,
  fixed: Overrides = {},
  attachment?: Attachment,
): Promise<Asked | undefined> {
  const { side } = chats;
  const { draft } = side;
  const own = attachment && { attachment: attachment.id };
  const seen = { ...sender.marks(side), ...own };
  const id = fixed.expertId ?? sender.expertOf(side)?.id;
  const known = id === undefined ? undefined : roster.known(id)?.expert;
  const name = id === undefined ? "an expert" : nameOf("Expert", id, known?.name);
  const typed = await box(name, draft, attachment ?? side.attachment);
  if (typed === undefined) return undefined;
  const others = side.draft === draft ? "" : side.draft;
  fireAndForget(() => chats.saveDraft(side, typed));
  sender.expectShown(chats.side, { conversation: seen.conversation });
  const chat = freeSide(chats, sender);
  if (attachment) chat.attachment = attachment;
  const shown = { ...seen, conversation: chat.conversation.id };
  try {
    const [out] = await Promise.all([sender.send(chat, { fixed, shown }), panels.openSide()]);
    return { chat, ...out };
  } finally {
    // Text that was typed into the composer in the meantime stays there.
    if (others !== "") chat.draft = [chat.draft, others].filter(Boolean).join("\n\n");
  }
}

async function box(
  name: string,
  value: string,
  attachment: Attachment | undefined,
): Promise<string | undefined> {
  const along = attachment ? `${plainText(attachment.label, 80)} will be attached. ` : "";
  return vscode.window.showInputBox({
    title: `Ask ${plainText(name, 60)}`,
    prompt: `${along}The answer appears in the chat.`,
    value,
    ignoreFocusOut: true,
  });
}
