import * as vscode from "vscode";
import type { Overrides, QuestionSender, SentQuestion } from "../../app/ask/questionSender";
import type { Chat } from "../../app/chat/chat";
import type { OpenChats } from "../../app/chat/openChats";
import { markOf, type Attachment } from "../../app/conversation/attachment";
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
 * Asks the expert named in the box, with what is named there as attached, or asks nobody: what the
 * composer has, and a selection of its own.
 */
export async function askTyped(
  { chats, panels, sender, roster }: AskTypedParts,
  fixed: Overrides = {},
  withOwn?: (attachments: readonly Attachment[]) => readonly Attachment[],
): Promise<Asked | undefined> {
  const { side } = chats;
  const { draft } = side;
  const before = sender.marks(side);
  const attachments = withOwn?.(side.attachments) ?? side.attachments;
  const seen = { ...before, attachment: markOf(attachments) };
  const id = fixed.expertId ?? sender.expertOf(side)?.id;
  const known = id === undefined ? undefined : roster.known(id)?.expert;
  const name = id === undefined ? "an expert" : nameOf("Expert", id, known?.name);
  const typed = await box(name, draft, attachments);
  if (typed === undefined) return undefined;
  const others = side.draft === draft ? "" : side.draft;
  fireAndForget(() => chats.saveDraft(side, typed));
  const { conversation } = before;
  sender.expectShown(chats.side, { conversation });
  sender.expectShown(chats.side, { attachment: before.attachment });
  const chat = freeSide(chats, sender);
  if (withOwn) chat.attachments = attachments;
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
  [first, ...others]: readonly Attachment[],
): Promise<string | undefined> {
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const along = first ? `${plainText(first.label, 80)}${more} will be attached. ` : "";
  return vscode.window.showInputBox({
    title: `Ask ${plainText(name, 60)}`,
    prompt: `${along}The answer appears in the chat.`,
    value,
    ignoreFocusOut: true,
  });
}
