import { t } from "../../../kit/l10n";
import { asOneQuestion, decide } from "../../../platform/editor/confirm";
import type { Confirmer } from "../../../platform/core/confirmer";
import type { ChosenModels } from "../../models/core/chosenModels";
import type { Confirmation, RequiredConfirmation } from "../core/preparedQuestion";
import type { QuestionTools } from "../core/questionTools";
import type { WorkspacePermissions } from "../core/workspacePermissions";
import { ReachConsent } from "./consent";
import { ContentCheck, type ContentCheckParts } from "./contentCheck";

interface ConfirmationParts extends ContentCheckParts {
  readonly models: ChosenModels;
  readonly permissions: WorkspacePermissions;
  readonly tools: Pick<QuestionTools, "ofRequest" | "editor">;
  /** Asks in the chat that is in view, if one is. */
  inView(): Confirmer | undefined;
}

/** Everything that the user has to confirm before a question is sent, as one question. */
export function confirmationFor(parts: ConfirmationParts): Confirmation & {
  permissions: ReachConsent["permissions"];
} {
  const content = new ContentCheck(parts);
  const reach = new ReachConsent(parts);
  const confirm: Confirmation["confirm"] = async (chat, questions, { signal, summary }) => {
    const confirmations = [
      ...(await content.confirmations(questions)),
      ...merged(questions.flatMap((question) => reach.confirmations(chat.conversation, question))),
    ];
    if (confirmations.length === 0) return true;
    const about = questions[0]?.question.typed || undefined;
    const request = requestFor(confirmations, about, summary);
    const reveals = questions.every((question) => question.outsider === undefined);
    const place = reveals || chat.pending.canAsk ? chat.pending : (parts.inView() ?? chat.pending);
    const choice = await decide(request, { chat: place, signal, reveals });
    if (choice === undefined || signal.aborted) return false;
    for (const { agreed } of confirmations) await agreed?.();
    return true;
  };
  return {
    confirm,
    permissions: (conversations) => reach.permissions(conversations),
  };
}

function requestFor(
  confirmations: readonly RequiredConfirmation[],
  about: string | undefined,
  summary?: string,
) {
  const isWarning = confirmations.some((one) => one.isWarning);
  const together = summary === undefined ? [] : [{ sentence: summary, reasons: [] }];
  return {
    ...asOneQuestion(
      [...together, ...confirmations],
      together.length > 0 ? t("Send these questions?") : t("Send this question?"),
    ),
    choices: [isWarning ? t("Send Anyway") : t("Send")],
    no: t("Do Not Send"),
    about,
  };
}

/** What several questions share is asked about once. */
function merged(confirmations: readonly RequiredConfirmation[]): RequiredConfirmation[] {
  return [...Map.groupBy(confirmations, ({ sentence }) => sentence).values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const reasons = new Map(alike.flatMap((one) => one.reasons).map((one) => [one.text, one]));
    const agreed = async (): Promise<void> => {
      for (const one of alike) await one.agreed?.();
    };
    return [{ ...first, reasons: [...reasons.values()], agreed }];
  });
}
