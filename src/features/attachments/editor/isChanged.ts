import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import {
  isOtherUntitled,
  isUnchangedIn,
  type Target,
  unchangedRange,
  withPlainEnds,
} from "./attachmentOrigins";
import { openDocument } from "./openDocuments";

/** Larger files that are not open are not read for a comparison. */
const maxComparedBytes = 5_000_000;

/** Whether the text of an attachment is another one where it came from; false if that cannot be known. */
export async function isChanged(attachment: Attachment, target: Target): Promise<boolean> {
  const document = openDocument(target.uri);
  if (document) return !isSameIn(document, attachment, target);
  if (vscode.workspace.fs.isWritableFileSystem(target.uri.scheme) === undefined)
    return target.uri.scheme === "untitled";
  const text = await textOnDisk(target.uri);
  if (text === "unknown") return false;
  return text === undefined || !isSameText(text.content, attachment, target);
}

function isSameIn(document: vscode.TextDocument, attachment: Attachment, target: Target): boolean {
  if (isOtherUntitled(document, target)) return false;
  if (isWhole(attachment)) return isEqual(document.getText(), target.original);
  return unchangedRange(document, target) !== undefined;
}

function isSameText(text: string, attachment: Attachment, target: Target): boolean {
  return isWhole(attachment) ? isEqual(text, target.original) : isUnchangedIn(text, target);
}

function isWhole({ lines }: Attachment): boolean {
  return lines === undefined;
}

function isEqual(one: string, other: string): boolean {
  return one === other || withPlainEnds(one) === withPlainEnds(other);
}

async function textOnDisk(
  uri: vscode.Uri,
): Promise<{ readonly content: string } | "unknown" | undefined> {
  const { fs } = vscode.workspace;
  try {
    const { size } = await fs.stat(uri);
    if (size > maxComparedBytes) return "unknown";
    return { content: await vscode.workspace.decode(await fs.readFile(uri), { uri }) };
  } catch (error) {
    const isGone = error instanceof vscode.FileSystemError && error.code === "FileNotFound";
    return isGone ? undefined : "unknown";
  }
}
