import type * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { CommandId } from "../../workbench/manifest";

export interface ShownAnswer {
  readonly conversationId: string;
  readonly turnId: string;
  /** It was asked about a single selection. */
  readonly canReplace: boolean;
}

interface Button extends vscode.Command {
  readonly command: CommandId;
}

/** What can be done with an answer in VS Code's chat. */
export function answerButtons({ conversationId, turnId, canReplace }: ShownAnswer): Button[] {
  const answer = { conversationId, turnId };
  return [
    {
      command: "expertHub.openConversation",
      title: t("Open in Expert Hub"),
      arguments: [conversationId],
    },
    { command: "expertHub.insertOutput", title: t("Insert"), arguments: [answer] },
    ...(canReplace ? [replace(answer)] : []),
  ];
}

function replace(answer: Pick<ShownAnswer, "conversationId" | "turnId">): Button {
  return { command: "expertHub.replaceSelection", title: t("Replace"), arguments: [answer] };
}
