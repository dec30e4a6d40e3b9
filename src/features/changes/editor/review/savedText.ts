import * as vscode from "vscode";
import type { Reason } from "../../core/fileChange";
import { t } from "../../../../kit/l10n";

const hasFile = ({ uri, isUntitled }: vscode.TextDocument) =>
  !isUntitled && vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;

/**
 * Why VS Code would change more of a file than a review shows when it saves it: its encoding, as it
 * was opened, cannot hold a character, or does not fit the bytes that are there.
 */
export async function lossOnSaving(
  document: vscode.TextDocument,
  text: string,
): Promise<Reason | undefined> {
  if (!hasFile(document)) return undefined;
  const { uri, encoding } = document;
  const before = document.getText();
  const missing = await missingIn({ encoding }, text, before);
  if (missing !== undefined)
    return (file) =>
      t("{0} is saved in the encoding {1}, which has no “{2}”.", file, encoding, missing);
  if (!before.includes("\uFFFD") || (await isSavedAsItIs(uri, encoding))) return undefined;
  return (file) =>
    t(
      "{0} is open in the encoding {1}, which does not fit it: saving would change other characters. Reopen it with its encoding.",
      file,
      encoding,
    );
}

async function isSavedAsItIs(uri: vscode.Uri, encoding: string): Promise<boolean> {
  const { fs, decode, encode } = vscode.workspace;
  try {
    const bytes = await fs.readFile(uri);
    const saved = await encode(await decode(bytes, { encoding }), { encoding });
    return Buffer.compare(bytes, saved) === 0;
  } catch {
    // It is deleted, and only an editor has its text.
    return true;
  }
}

/** The same for a file that is created, with its bytes as VS Code would save them. */
export async function newFileOf(
  uri: vscode.Uri,
  text: string,
): Promise<{ readonly contents: Uint8Array } | { readonly why: Reason }> {
  const missing = await missingIn({ uri }, text, "");
  if (missing === undefined) return { contents: await vscode.workspace.encode(text, { uri }) };
  return {
    why: (file) => t("The encoding in which {0} would be saved has no “{1}”.", file, missing),
  };
}

type Encoding = Parameters<typeof vscode.workspace.decode>[1] & object;

/** A character that the text has, the one before does not, and the encoding cannot hold. */
async function missingIn(
  options: { readonly uri: vscode.Uri } | { readonly encoding: string },
  text: string,
  before: string,
): Promise<string | undefined> {
  if ("encoding" in options && options.encoding.startsWith("utf")) return undefined;
  const known = new Set(before);
  const added = [...new Set(text)].filter((one) => one > "\x7F" && !known.has(one));
  if (added.length === 0) return undefined;
  const { decode, encode } = vscode.workspace;
  const given = options as Encoding;
  const kept = (await decode(await encode(added.join("\n"), given), given)).split("\n");
  return added.find((one, at) => one !== kept[at]);
}

/** Those of the documents that have line ends of several kinds, all of which VS Code makes the same. */
export async function withMixedLineEnds(
  documents: readonly vscode.TextDocument[],
): Promise<vscode.TextDocument[]> {
  const mixed = await Promise.all(documents.map(mixesLineEnds));
  return documents.filter((_, at) => mixed[at]);
}

async function mixesLineEnds(document: vscode.TextDocument): Promise<boolean> {
  if (!hasFile(document)) return false;
  const { uri, encoding } = document;
  const { fs, decode } = vscode.workspace;
  try {
    const text = await decode(await fs.readFile(uri), { encoding });
    return new Set(text.match(/\r\n?|\n/g)).size > 1;
  } catch {
    // It is deleted, and only an editor has its text.
    return false;
  }
}
