import * as vscode from "vscode";
import type { FileChange } from "../../core/fileChange";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { plainText } from "../../../../platform/editor/plainText";
import { answerProposals, type ProposalContext } from "./answerProposals";
import type { ReviewRequest } from "./openReview";
import type { ChangeRefusal } from "./proposedFile";
import { confirmProposals } from "./proposalQuestions";
import type { Review } from "./review";
import { refusalLines } from "./reviewMessages";

export interface ReviewedAnswer extends Pick<ReviewRequest, "key" | "report" | "chat" | "changes"> {
  readonly proposed: readonly FileChange[];
  readonly expertName: string;
}

/** Reviews the changes of an answer, and applies them. False if nothing was applied. */
export async function reviewAnswer(
  review: Review,
  { proposed, expertName, key, report, chat, changes }: ReviewedAnswer,
  context: ProposalContext,
): Promise<boolean> {
  if (review.isOpen) return review.remind(key);
  const found = await answerProposals(proposed, context);
  const proposals = found.files.length > 0 ? await confirmProposals(found, chat) : found;
  if (!proposals) return false;
  const { files, refusals } = proposals;
  if (files.length === 0) {
    await nothingToApply(refusals, chat);
    return false;
  }
  const title = t("Changes by {0}", plainText(expertName, 60));
  // Without a number: the notification stays as it is while hunks are skipped.
  const sentence = t("Apply these changes? The arrow beside a hunk skips it.");
  const question = [sentence, ...unplacedOf(refusals)].join(" ");
  return review.ask({
    key,
    title,
    question,
    yes: t("Apply"),
    files,
    refusals,
    chat,
    changes,
    ...(report && { report }),
  });
}

async function nothingToApply(
  refusals: readonly ChangeRefusal[],
  chat: Confirmer | undefined,
): Promise<void> {
  const sentence = t("None of the changes can be applied.");
  const details =
    refusals.length > 0
      ? refusalLines(refusals)
      : [t("The files already contain what the answer proposes.")];
  if (chat?.canAsk) await chat.tell(sentence, [], { details });
  else {
    const bullet = refusals.length > 0 ? "• " : "";
    const detail = details.map((line) => `${bullet}${line}`).join("\n");
    await vscode.window.showWarningMessage(sentence, { modal: true, detail });
  }
}

function unplacedOf({ length }: readonly ChangeRefusal[]): string[] {
  if (length === 0) return [];
  return [
    length === 1
      ? t("1 change is not in the review; the chat says why.")
      : t("{0} changes are not in the review; the chat says why.", length),
  ];
}
