import type { QuestionToAsk } from "../core/preparedQuestion";
import type { QuestionSender, SentQuestion } from "../core/questionSender";
import type { Chat, ChatPanels } from "../core/chat";
import type { OpenChats } from "../core/openChats";
import { type Attachment, markOf } from "../../conversation/core/attachment";
import type { Roster } from "../../experts/core/roster";
import { nameOf } from "../../../platform/core/naming";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import { showInputBox } from "../../../platform/editor/inputs";

export interface AskTypedParts {
  readonly chats: OpenChats;
  readonly panels: ChatPanels;
  readonly sender: QuestionSender;
  readonly roster: Roster;
}

export interface AskedQuestion extends SentQuestion {
  readonly chat: Chat;
}

/**
 * Asks the expert named in the box, with what is named there as attached, or asks nobody: what the
 * composer has, and a selection of its own.
 */
export async function askTyped(
  { chats, panels, sender, roster }: AskTypedParts,
  fixed: Partial<QuestionToAsk> = {},
  withOwn?: (attachments: readonly Attachment[]) => readonly Attachment[],
): Promise<AskedQuestion | undefined> {
  const { side } = chats;
  const { draft } = side;
  const before = sender.marks(side);
  const { at = sender.hubInUse } = fixed;
  const attachments = withOwn?.(side.attachments) ?? side.attachments;
  const seen = { ...before, attachment: markOf(attachments) };
  const id = fixed.expertId ?? sender.expertOf(side)?.id;
  const known = id === undefined ? undefined : roster.known(id)?.expert;
  const name = id === undefined ? undefined : nameOf("Expert", id, known?.name);
  const typed = await box(name, draft, attachments);
  if (typed === undefined) return undefined;
  const others = side.draft === draft ? "" : side.draft;
  side.draft = typed;
  const { conversation } = before;
  let chat = side;
  let isSent = false;
  try {
    sender.assertShown(chats.side, { conversation });
    sender.assertShown(chats.side, { attachment: before.attachment });
    chat = sender.availableSideChat();
    if (chat !== side) {
      // The box named what the composer had: it goes along.
      side.draft = others;
      side.attachments = [];
      chat.draft = typed;
      chat.attachments = attachments;
    } else if (withOwn) chat.attachments = attachments;
    const shown = { ...seen, conversation: chat.conversation.id };
    // First: what has to be confirmed is asked there.
    await panels.openSide();
    const sent = await sender.send(chat, { ...fixed, at, shown });
    isSent = true;
    return { chat, ...sent };
  } finally {
    // What stood in the composer, or was typed there in the meantime, stays there.
    const replaced = isSent || typed.includes(draft) ? "" : draft;
    const meanwhile = chat === side ? others : "";
    chat.draft = [replaced, chat.draft, meanwhile].filter(Boolean).join("\n\n");
  }
}

async function box(
  name: string | undefined,
  value: string,
  attachments: readonly Attachment[],
): Promise<string | undefined> {
  return showInputBox({
    title: name === undefined ? t("Ask an expert") : t("Ask {0}", plainText(name, 60)),
    prompt: promptFor(attachments),
    value,
    ignoreFocusOut: true,
  });
}

function promptFor([first, ...others]: readonly Attachment[]): string {
  if (!first) return t("The answer appears in the chat.");
  const label = plainText(first.label, 80);
  return others.length === 0
    ? t("{0} will be attached. The answer appears in the chat.", label)
    : t("{0} and {1} more will be attached. The answer appears in the chat.", label, others.length);
}
