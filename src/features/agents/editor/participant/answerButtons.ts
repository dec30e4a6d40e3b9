import type * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import type { OutputRef } from "../../../changes/editor/output";
import type { CommandId } from "../../../../platform/editor/manifest";

interface ShownAnswer {
  readonly conversationId: string;
  readonly turnId: string;
  /** It was asked about a single selection. */
  readonly canReplace: boolean;
  /** Its code blocks; the only one is what replaces the selection. */
  readonly blocks: number;
  /** It changes files. */
  readonly canReview: boolean;
}

interface Button extends vscode.Command {
  readonly command: CommandId;
}

/** What can be done with an answer in VS Code's chat. */
export function answerButtons(shown: ShownAnswer): Button[] {
  const { conversationId, turnId, canReplace, blocks, canReview } = shown;
  const answer = { conversationId, turnId };
  return [
    {
      command: "expertHub.openConversation",
      title: t("Open in Expert Hub"),
      arguments: [conversationId],
    },
    { command: "expertHub.insertOutput", title: t("Insert"), arguments: [answer] },
    ...(canReview
      ? [
          {
            command: "expertHub.reviewAllChanges" as const,
            title: t("Review All Changes…"),
            arguments: [answer],
          },
        ]
      : []),
    ...(canReplace ? [replace(blocks === 1 ? { ...answer, blockIndex: 0 } : answer)] : []),
  ];
}

function replace(answer: OutputRef & Pick<ShownAnswer, "conversationId">): Button {
  return { command: "expertHub.replaceSelection", title: t("Replace"), arguments: [answer] };
}
