import * as vscode from "vscode";
import type { FileChange } from "../../core/answerChanges";
import { t } from "../../../../kit/l10n";
import { confirm } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import { noteInserted } from "../noteInserted";
import { applyChanges, revertChanges, stillPossible } from "./applyChanges";
import type { ChangesReview } from "./changesReview";
import type { FileProposal, ChangeRefusal } from "./fileProposal";
import { confirmProposals } from "./proposalQuestions";
import { proposalsFor, type ProposalContext, type Proposals } from "./proposals";

export interface ReviewedAnswer {
  readonly changes: readonly FileChange[];
  readonly expertName: string;
}

/** Reviews the changes of an answer, and applies them. False if nothing was applied. */
export async function reviewChanges(
  review: ChangesReview,
  { changes, expertName }: ReviewedAnswer,
  context: ProposalContext,
): Promise<boolean> {
  if (review.isOpen) {
    await review.remind();
    return false;
  }
  const found = await proposalsFor(changes, context);
  const proposals = found.files.length > 0 ? await confirmProposals(found) : found;
  if (!proposals) return false;
  const { files, refusals } = proposals;
  if (files.length === 0) {
    await nothingToApply(refusals);
    return false;
  }
  const question = [questionOn(files), ...unchangedOf(refusals)].join(" ");
  const title = t("Changes by {0}", plainText(expertName, 60));
  return review.ask({ files, title, question: plainText(question, 300) }, () =>
    applyNow(proposals),
  );
}

/** False if the review goes on. */
async function applyNow(proposals: Proposals): Promise<boolean> {
  let agreed = 0;
  for (;;) {
    const { files, refusals } = await stillPossible(proposals);
    if (files.length === 0) {
      await nothingToApply(refusals);
      return true;
    }
    // More files may have changed while the user was asked.
    if (refusals.length <= agreed) return applyAll(files);
    const all = files.length + refusals.length;
    const isAgreed = await confirm(t("Apply only {0} of {1} files?", files.length, all), {
      detail: `${t("Not applied:")}\n${refusalList(refusals)}`,
      yes: t("Apply These"),
      no: t("Do Not Apply"),
    });
    if (!isAgreed) return false;
    agreed = refusals.length;
  }
}

/** What fails is known only now: the user decides whether the others stay. */
async function applyAll(files: readonly FileProposal[]): Promise<boolean> {
  const { done, failed } = await applyChanges(files);
  if (done.length > 0) noteInserted();
  if (failed.length === 0) return true;
  if (done.length === 0) {
    await nothingToApply(failed);
    return true;
  }
  const question = t("Keep the changes to {0} of {1} files?", done.length, files.length);
  const isKept = await confirm(question, {
    detail: `${t("Not changed:")}\n${refusalList(failed)}`,
    yes: t("Keep"),
    no: t("Undo"),
  });
  if (!isKept) await revertChanges(done);
  return isKept;
}

async function nothingToApply(refusals: readonly ChangeRefusal[]): Promise<void> {
  const detail =
    refusals.length > 0
      ? refusalList(refusals)
      : t("The files already contain what the answer proposes.");
  await vscode.window.showWarningMessage(t("None of the changes can be applied."), {
    modal: true,
    detail,
  });
}

const mostListed = 12;

function refusalList(refusals: readonly ChangeRefusal[]): string {
  const lines = refusals
    .slice(0, mostListed)
    .map(({ path, why }) => `• ${why(plainText(path, 100))}`);
  if (refusals.length > mostListed) lines.push(t("and {0} more", refusals.length - mostListed));
  return lines.join("\n");
}

function questionOn({ length }: readonly FileProposal[]): string {
  return length === 1
    ? t("Apply the changes to 1 file?")
    : t("Apply the changes to {0} files?", length);
}

function unchangedOf(refusals: readonly ChangeRefusal[]): string[] {
  const [first, ...others] = refusals;
  if (!first) return [];
  return [
    others.length === 0
      ? t("{0} will not be changed.", plainText(first.path, 100))
      : t("{0} files will not be changed.", refusals.length),
  ];
}
