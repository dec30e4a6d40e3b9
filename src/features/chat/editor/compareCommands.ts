import * as vscode from "vscode";
import type { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { CommandId } from "../../../platform/editor/manifest";
import { gone } from "../../../platform/core/localError";
import type { Chat } from "../../asking/core/chat";

/** What the command *Compare with…* is about; without a turn, what is in the composer. */
export interface CompareArgument {
  readonly conversationId: string;
  readonly turnId?: string | undefined;
}

const compareId: CommandId = "expertHub.compare";
const openId: CommandId = "expertHub.openComparison";

export async function runCompare(chat: Chat, turnId?: string): Promise<void> {
  const conversationId = chat.conversation.id;
  const about: CompareArgument = { conversationId, turnId };
  await vscode.commands.executeCommand(compareId, about);
}

/** Where what stands beside a turn can be asked again. */
export async function showComparison(chat: Chat, turnId: string): Promise<void> {
  const about: CompareArgument = { conversationId: chat.conversation.id, turnId };
  await vscode.commands.executeCommand(openId, about);
}

export const goneQuestion = (): HubError => gone(t("This question no longer exists."));
