import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { outcomeOf } from "../../core/merge";
import { t } from "../../../../kit/l10n";
import { presentDocument } from "./documentLines";
import { withoutReturns } from "./proposedFile";
import type { ReviewedFile } from "./reviewedFile";
import { workspaceFileAt } from "./workspaceFile";

/** A file that was changed, with its text of before and after. */
export interface AppliedFile {
  readonly uri: vscode.Uri;
  readonly before: string;
  readonly after: string;
  readonly isCreated: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What became of one file of a review. */
export interface FileOutcome {
  readonly done?: AppliedFile;
  /** How many hunks were applied. */
  readonly hunks: number;
  /** Why hunks, or the whole file, stay in the review. */
  readonly why?: Reason;
}

/** Puts the text of a review into a document; false if it cannot be changed. */
export type Write = (document: vscode.TextDocument, text: string) => Promise<boolean>;

/** Applies what is on the right side to the file as it is now, by one edit. */
export async function applyFile(reviewed: ReviewedFile, write: Write): Promise<FileOutcome> {
  const { uri, document, isFound } = reviewed.file;
  const { version } = reviewed;
  if (version.base === version.proposed && !document) return { hunks: 0 };
  if (!document) return create(reviewed, version.proposed);
  const found = isFound && (await workspaceFileAt(uri));
  if (found && "why" in found) return { hunks: 0, why: found.why };
  const present = await presentDocument(uri);
  if (!present) return { hunks: 0, why: (file) => t("{0} no longer exists.", file) };
  const before = withoutReturns(present.getText());
  const { text, applied, stale } = outcomeOf(version, before);
  if (text !== before && !(await write(present, text)))
    return { hunks: 0, why: (file) => t("{0} cannot be changed.", file) };
  const after = withoutReturns(present.getText());
  if (stale.length > 0) await reviewed.startFrom(after);
  return {
    hunks: applied.length,
    ...(text !== before && {
      done: { uri, before, after, isCreated: false, at: Date.now() },
    }),
    ...(stale.length > 0 && { why: isStale }),
  };
}

const isStale: Reason = (file) => t("{0} changed at this place since the review was opened.", file);

async function create(reviewed: ReviewedFile, text: string): Promise<FileOutcome> {
  const { uri } = reviewed.file;
  const found = await workspaceFileAt(uri);
  if ("why" in found) return { hunks: 0, why: found.why };
  if (found.exists)
    return { hunks: 0, why: (file) => t("{0} was created since the review was opened.", file) };
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: Buffer.from(text) });
  const after = withoutReturns(text);
  return (await vscode.workspace.applyEdit(edit))
    ? { hunks: 1, done: { uri, before: "", after, isCreated: true, at: Date.now() } }
    : { hunks: 0, why: (file) => t("{0} cannot be changed.", file) };
}
