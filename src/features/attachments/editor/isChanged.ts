import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { placeOfText } from "../../conversation/core/textRange";
import type { Target, TrackedTarget } from "./attachmentOrigins";
import { openDocument } from "./openDocuments";
import { attachedRanges, unchangedRange } from "./unchangedRange";

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
  // Another untitled document may have taken its name.
  if (document.isUntitled && target.document && target.document !== document) return false;
  if (isWhole(attachment)) return isEqual(document.getText(), target.original);
  if (target.parts) return arePartsSame(document, target);
  if (!unchangedRange(document, target)) return false;
  follow(target, { document });
  return true;
}

/** As from now on: edits are followed from where the text is. */
function follow(target: Target, found: Partial<Target>): void {
  Object.assign<TrackedTarget, Partial<Target>>(target, found);
}

function arePartsSame(document: vscode.TextDocument, target: Target): boolean {
  const isAt = (parts: Target["parts"]): boolean =>
    joined(document.getText(), parts) === target.original;
  if (isAt(target.parts)) {
    follow(target, { document });
    return true;
  }
  const at = attachedRanges(document, target);
  if (!at || !isAt(at.parts)) return false;
  follow(target, { document, ...at });
  return true;
}

function isSameText(text: string, attachment: Attachment, target: Target): boolean {
  const { original, parts, range } = target;
  if (isWhole(attachment)) return isEqual(text, original);
  if (parts) return joined(text, parts) === original;
  return placeOfText(original, text, range) !== undefined;
}

function isWhole({ lines }: Attachment): boolean {
  return lines === undefined;
}

function joined(text: string, parts: Target["parts"] = []): string {
  return parts.map(({ start, end }) => text.slice(start, end)).join("\n");
}

/** VS Code gives all lines of an open file the same end. */
function isEqual(one: string, other: string): boolean {
  return one === other || withPlainEnds(one) === withPlainEnds(other);
}

function withPlainEnds(text: string): string {
  return text.replaceAll("\r\n", "\n");
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
