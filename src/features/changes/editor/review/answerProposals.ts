import * as vscode from "vscode";
import type { AskedRange, AskedText } from "../../core/askedText";
import type { FileChange } from "../../core/fileChange";
import { proposals, type AnswerFolder } from "../../core/proposals";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";
import { type Target, unchangedRange } from "../../../attachments/editor/attachmentOrigins";
import { ignoredAmong, isGitIgnored } from "../../../attachments/editor/excluded";
import { documentOf } from "../../../attachments/editor/openEditors";
import { presentDocument } from "./documentLines";
import { withoutReturns, type Proposals } from "./proposedFile";
import { askedRange } from "./replacement";
import { candidatesFor, workspaceFile, type WorkspaceFile } from "./workspaceFile";
import { showQuickPick } from "../../../../platform/editor/inputs";

export interface ProposalContext {
  /** What the question of this answer was about. */
  readonly asked: readonly Target[];
  /** What all questions of its conversation were about. */
  readonly others: readonly Target[];
  isExcluded(uri: vscode.Uri): boolean;
}

/** What the changes of an answer make of the files that they name, however they spell them. */
export async function answerProposals(
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
interface TargetText extends AskedText {
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
    rangeOf({ target }, { file: { document } }): AskedRange | undefined {
      const range = document && unchangedRange(document, target);
      return range && askedRange(document, range, target);
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
