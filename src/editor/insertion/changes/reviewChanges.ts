import * as vscode from "vscode";
import type { FileChange } from "../../../app/insertion/answerChanges";
import { confirm } from "../../workbench/confirm";
import { plainText } from "../../workbench/plainText";
import { applyChanges, revertChanges, stillPossible } from "./applyChanges";
import type { ChangesReview } from "./changesReview";
import type { FileProposal, Refusal } from "./fileProposal";
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
  const question = `Apply the changes to ${counted(files.length)}?${refusals.length > 0 ? ` ${namesOf(refusals)} will not be changed.` : ""}`;
  const title = `Changes by ${plainText(expertName, 60)}`;
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
    const all = counted(files.length + refusals.length);
    const isAgreed = await confirm(`Apply only ${files.length} of ${all}?`, {
      detail: `Not applied:\n${listOf(refusals)}`,
      yes: "Apply These",
      no: "Do Not Apply",
    });
    if (!isAgreed) return false;
    agreed = refusals.length;
  }
}

/** What fails is known only now: the user decides whether the others stay. */
async function applyAll(files: readonly FileProposal[]): Promise<boolean> {
  const { done, failed } = await applyChanges(files);
  if (failed.length === 0) return true;
  if (done.length === 0) {
    await nothingToApply(failed);
    return true;
  }
  const isKept = await confirm(`Keep the changes to ${done.length} of ${counted(files.length)}?`, {
    detail: `Not changed:\n${listOf(failed)}`,
    yes: "Keep",
    no: "Undo",
  });
  if (!isKept) await revertChanges(done);
  return isKept;
}

async function nothingToApply(refusals: readonly Refusal[]): Promise<void> {
  const detail =
    refusals.length > 0 ? listOf(refusals) : "The files already contain what the answer proposes.";
  await vscode.window.showWarningMessage("None of the changes can be applied.", {
    modal: true,
    detail,
  });
}

const mostListed = 12;

function listOf(refusals: readonly Refusal[]): string {
  const lines = refusals
    .slice(0, mostListed)
    .map(({ path, why }) => `• ${plainText(path, 100)} ${why}.`);
  if (refusals.length > mostListed) lines.push(`and ${refusals.length - mostListed} more`);
  return lines.join("\n");
}

function namesOf(refusals: readonly Refusal[]): string {
  const [first] = refusals;
  return refusals.length === 1 && first ? plainText(first.path, 100) : counted(refusals.length);
}

function counted(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
