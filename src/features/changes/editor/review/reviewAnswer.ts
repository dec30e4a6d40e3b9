import * as vscode from "vscode";
import type { FileChange, Reason } from "../../core/fileChange";
import { hiddenIntroduced, withoutIntroduced } from "../../core/hiddenCharacters";
import { sizeOf } from "../../../../contract/sizes";
import { t } from "../../../../kit/l10n";
import type { Confirmer } from "../../../../platform/core/confirmer";
import { confirm, decide } from "../../../../platform/editor/confirm";
import { plainText } from "../../../../platform/editor/plainText";
import { hiddenChoices, largeBytes, placesInWords } from "../confirmInsertion";
import { riskOf } from "../risks";
import {
  type ChangeRefusal,
  type ProposedFile,
  type Proposals,
  withoutReturns,
} from "./proposedFile";
import { announceRefusals, type RefusedAnswer } from "./refusals";
import type { Review } from "./review";
import type { ReviewRequest } from "./reviewRequest";
import { lossOnSaving } from "./savedText";
import type { QuestionRange, QuestionText } from "../../core/questionText";
import { proposals, type AnswerFolder } from "../../core/proposals";
import { type Target, unchangedRange } from "../../../attachments/editor/attachmentOrigins";
import { ignoredAmong, isGitIgnored } from "../../../attachments/editor/excluded";
import { documentOf } from "../../../attachments/editor/openEditors";
import { presentDocument } from "./documentLines";
import { questionRange } from "./replacement";
import { candidatesFor, workspaceFile, type WorkspaceFile } from "./workspaceFile";
import { showQuickPick } from "../../../../platform/editor/inputs";

interface ProposalContext {
  /** What the question of this answer was about. */
  readonly asked: readonly Target[];
  /** What all questions of its conversation were about. */
  readonly others: readonly Target[];
  isExcluded(uri: vscode.Uri): boolean;
}

/** What the changes of an answer make of the files that they name, however they spell them. */
async function answerProposals(
  changes: readonly FileChange[],
  context: ProposalContext,
): Promise<Proposals> {
  const { files, refusals } = await proposals(changes, folderOf(context));
  return {
    files: files.map(({ path, file: { uri, document }, isFound, original, proposed }) => ({
      path,
      uri,
      isFound,
      original,
      proposed,
      ...(document && { document }),
    })),
    refusals,
  };
}

/** What was asked about, in the editor. */
interface TargetText extends QuestionText {
  readonly target: Target;
}

interface EditorFile extends WorkspaceFile {
  readonly document?: vscode.TextDocument;
}

/** The folders that are open, and what was asked about. */
function folderOf(context: ProposalContext): AnswerFolder<EditorFile, TargetText> {
  return {
    asked: { now: context.asked.map(textOf), all: context.others.map(textOf) },
    find: workspaceFile,
    endingWith: candidatesFor,
    async changeable(files) {
      const ignored = await ignoredAmong(files.map(({ uri }) => uri));
      return files.filter(({ uri, address }) => !context.isExcluded(uri) && !ignored.has(address));
    },
    async exclusionOf({ uri }) {
      if (context.isExcluded(uri))
        return (name) => t("{0} is excluded by the setting {1}.", name, "expertHub.exclude");
      return (await isGitIgnored(uri)) ? (name) => t("{0} is ignored by Git.", name) : undefined;
    },
    async open({ uri }) {
      const found = await presentDocument(uri);
      return "why" in found ? found : opened(found);
    },
    async openAsked({ target }) {
      const document = await documentOf(target);
      return document && opened(document);
    },
    rangeOf({ target }, { file: { document } }): QuestionRange | undefined {
      const range = document && unchangedRange(document, target);
      return range && questionRange(document, range, target);
    },
    async pick(path, files, mayCreate) {
      const uris = files.map(({ uri }) => uri);
      const picked = await pickFile(path, uris, mayCreate);
      return picked === "new" ? picked : files.find(({ uri }) => uri === picked);
    },
  };
}

/** An editor may have opened a file in other letters than its path has. */
function opened(document: vscode.TextDocument): { file: EditorFile; text: string } {
  const { uri } = document;
  const file = { uri, address: uri.toString(), document };
  return { file, text: withoutReturns(document.getText()) };
}

function textOf(target: Target): TargetText {
  const { uri, formerly = [], label, original, single, range } = target;
  return {
    target,
    address: uri.toString(),
    path: uri.path,
    formerPaths: formerly.map(({ path }) => path),
    label,
    original,
    isSingle: single,
    range,
  };
}

/** Lets the user pick the file that an answer means. */
async function pickFile(
  path: string,
  candidates: readonly vscode.Uri[],
  mayCreate: boolean,
): Promise<vscode.Uri | "new" | undefined> {
  const name = plainText(path, 100);
  const rows: (vscode.QuickPickItem & { uri: vscode.Uri | "new" })[] = candidates.map((uri) => ({
    label: plainText(vscode.workspace.asRelativePath(uri)),
    uri,
  }));
  if (mayCreate) rows.push({ label: t("New file {0}", name), uri: "new" });
  const picked = await showQuickPick(rows, {
    title: t("Select the file that is meant"),
    placeHolder: t("The answer changes {0}", name),
  });
  return picked?.uri;
}

export interface ReviewedAnswer
  extends RefusedAnswer, Pick<ReviewRequest, "key" | "report" | "chat" | "changes"> {}

/** Reviews these changes of an answer, and applies them. False if nothing was applied. */
export async function reviewAnswer(
  review: Review,
  answer: ReviewedAnswer,
  context: ProposalContext,
): Promise<boolean> {
  if (review.isOpen) return review.remind(answer.key);
  const found = await answerProposals(answer.proposed, context);
  return reviewProposals(review, answer, found, (proposed) =>
    reviewAnswer(review, { ...answer, proposed }, context),
  );
}

/** The same for what has been proposed already. */
export async function reviewProposals(
  review: Review,
  answer: ReviewedAnswer,
  found: Proposals,
  again?: (changes: readonly FileChange[]) => Promise<boolean>,
): Promise<boolean> {
  const { key, report, chat, changes } = answer;
  if (review.isOpen) return review.remind(key);
  const read = await withoutMisread(found);
  const proposals = read.files.length > 0 ? await confirmProposals(read, chat) : read;
  if (!proposals) return false;
  const { files, refusals } = proposals;
  if (files.length === 0) return announceRefusals(refusals, answer, { chat, again });
  const title = t("Changes by {0}", plainText(answer.expertName, 60));
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
    report,
  });
}

/** Without files that would lose something by being saved, whatever is changed in them. */
async function withoutMisread({ files, refusals }: Proposals): Promise<Proposals> {
  const kept: ProposedFile[] = [];
  const lost: ChangeRefusal[] = [];
  for (const file of files) {
    const { path, document, original } = file;
    const why = document && (await lossOnSaving(document, original));
    if (why) lost.push({ path, why });
    else kept.push(file);
  }
  return { files: kept, refusals: [...refusals, ...lost] };
}

function unplacedOf({ length }: readonly ChangeRefusal[]): string[] {
  if (length === 0) return [];
  return [
    length === 1
      ? t("1 change is not in the review; the chat says why.")
      : t("{0} changes are not in the review; the chat says why.", length),
  ];
}

/** Asks about risks that are easy to overlook. `undefined` if the user wants no review. */
export async function confirmProposals(
  proposals: Proposals,
  chat?: Confirmer,
): Promise<Proposals | undefined> {
  const bytes = proposals.files.reduce((sum, { proposed }) => sum + Buffer.byteLength(proposed), 0);
  if (bytes > largeBytes) {
    const sentence = t("The changes are large: {0}. Review them?", sizeOf(bytes));
    const choice = {
      detail: t("It may take a while."),
      yes: t("Review"),
      no: t("Do Not Review"),
      enterAgrees: true,
    };
    if (!(await confirm(sentence, choice, chat))) return undefined;
  }
  const wanted = await withRisksSettled(proposals, chat);
  return wanted && withHiddenSettled(wanted, chat);
}

async function withRisksSettled(
  proposals: Proposals,
  chat: Confirmer | undefined,
): Promise<Proposals | undefined> {
  const risky = proposals.files.flatMap((file) => {
    const risk = riskOf(file.uri);
    return risk ? [{ file, risk }] : [];
  });
  if (risky.length === 0) return proposals;
  const lines = risky.map(({ file, risk }) => risk.why(plainText(file.path, 100)));
  const advice = t("Review these changes as carefully as you would review a script.");
  const request = {
    sentence: t("The answer changes files that can run programs. Include them?"),
    reasons: [...lines, advice].map((text) => ({ text })),
    choices: [t("Leave Out"), t("Include")],
    no: t("Do Not Review"),
    enterAgrees: true,
  };
  const choice = await decide(request, { chat });
  if (choice === undefined) return undefined;
  if (choice === 1) return proposals;
  return withoutFiles(
    proposals,
    (file) => risky.some((one) => one.file === file),
    (name) => t("{0} was left out.", name),
  );
}

async function withHiddenSettled(
  proposals: Proposals,
  chat: Confirmer | undefined,
): Promise<Proposals | undefined> {
  const hidden = proposals.files.flatMap((file) =>
    hiddenIntroduced(file.original, file.proposed).map((one) => ({ file, ...one })),
  );
  if (hidden.length === 0) return proposals;
  const places = hidden.map(({ file, codePoint, line }) =>
    t("{0}: {1} on line {2}", plainText(file.path, 60), codePoint, line),
  );
  const request = {
    sentence: t(
      "The changes contain invisible characters, or characters that change the order in which text is displayed.",
    ),
    reasons: placesInWords(places),
    choices: [...hiddenChoices(), t("Leave Out These Files")],
    no: t("Do Not Review"),
    enterAgrees: true,
  };
  const choice = await decide(request, { chat });
  if (choice === undefined) return undefined;
  if (choice === 1) return proposals;
  if (choice === 2)
    return withoutFiles(
      proposals,
      (file) => hidden.some((one) => one.file === file),
      (name) => t("{0} contains invisible characters.", name),
    );
  const files = proposals.files.map((file) => ({
    ...file,
    proposed: withoutIntroduced(file.original, file.proposed),
  }));
  return { ...proposals, files };
}

function withoutFiles(
  { files, refusals }: Proposals,
  isOut: (file: ProposedFile) => boolean,
  why: Reason,
): Proposals {
  const out = files.filter(isOut).map(({ path }) => ({ path, why }));
  return { files: files.filter((file) => !isOut(file)), refusals: [...refusals, ...out] };
}
