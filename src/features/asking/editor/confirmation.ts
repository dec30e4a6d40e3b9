import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { asOneQuestion, decide } from "../../../platform/editor/confirm";
import type { ChosenModels } from "../../models/core/chosenModels";
import type { Chat } from "../core/chat";
import type { Confirmation, Doubt, OutgoingQuestion } from "../core/confirmation";
import type { WorkspacePermissions } from "../core/workspacePermissions";
import { ReachConsent } from "./consent";
import { ContentCheck, type ContentCheckParts } from "./contentCheck";

interface ConfirmationParts extends ContentCheckParts {
  readonly models: ChosenModels;
  readonly permissions: WorkspacePermissions;
}

/** Everything that the user has to confirm before a question is sent, as one question. */
export function confirmationFor(parts: ConfirmationParts): Confirmation & {
  permissions: ReachConsent["permissions"];
} {
  const content = new ContentCheck(parts);
  const reach = new ReachConsent(parts.models, parts.connection, parts.permissions);
  return {
    async confirm(chat: Chat, question: OutgoingQuestion, signal?: AbortSignal): Promise<boolean> {
      const doubts = [
        ...(await content.doubts(question)),
        ...reach.doubts(chat.conversation, question),
      ];
      if (doubts.length === 0) return true;
      const request = { ...requestFor(doubts), about: question.typed || undefined };
      const decision = await decide(request, { chat: chat.held, signal });
      if (!decision || signal?.aborted === true) return false;
      for (const { agreed, always } of doubts) {
        await agreed?.();
        if (decision.isAlways) await always?.agreed();
      }
      return true;
    },
    permissions: (conversations) => reach.permissions(conversations),
    isTrusted: () => vscode.workspace.isTrusted,
  };
}

function requestFor(doubts: readonly Doubt[]) {
  const isWarning = doubts.some((one) => one.isWarning);
  return {
    ...asOneQuestion(doubts, t("Send this question?")),
    choices: [isWarning ? t("Send Anyway") : t("Send")],
    no: t("Do Not Send"),
    always: doubts.find((one) => one.always)?.always?.label,
  };
}
