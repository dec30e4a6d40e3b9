import type * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { CommandId } from "../../../../platform/editor/manifest";

interface ShownAnswer {
  readonly conversationId: string;
  readonly turnId: string;
  /** It has code, or changes files. */
  readonly canApply: boolean;
}

interface Button extends vscode.Command {
  readonly command: CommandId;
}

/** What can be done with an answer in VS Code's chat. */
export function answerButtons({ conversationId, turnId, canApply }: ShownAnswer): Button[] {
  const given = [{ conversationId, turnId }];
  return [
    {
      command: "expertHub.openConversation",
      title: t("Open in Expert Hub"),
      arguments: [conversationId],
    },
    canApply
      ? { command: "expertHub.applyOutput", title: t("Apply"), arguments: given }
      : { command: "expertHub.insertOutput", title: t("Insert"), arguments: given },
  ];
}
