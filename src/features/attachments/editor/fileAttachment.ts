import * as vscode from "vscode";
import type { Attachment } from "../../conversation/core/attachment";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { textOfBytes } from "../../../contract/text";
import { quotedName } from "../../../kit/quotedName";
import { sizeOf } from "../../../contract/sizes";
import { openDocument } from "./openDocuments";
import { languageIdOf } from "../../../platform/editor/languageName";
import { fileNameOfUri, wholeOf } from "./selection";

export const maxFileBytes = 1024 * 1024;

/** A whole file as it is now, unsaved changes included. Rejects with a sentence if it cannot be sent. */
export async function fileAttachment(uri: vscode.Uri): Promise<Attachment> {
  const document = openDocument(uri);
  const text = document?.getText() ?? (await attachableText(uri));
  assertSize(uri, Buffer.byteLength(text));
  if (text === "") throw notAttachable(t("{0} is empty.", quotedName(fileNameOfUri(uri))));
  return wholeOf(uri, text, document?.languageId ?? languageOf(uri));
}

async function attachableText(uri: vscode.Uri): Promise<string> {
  const { fs } = vscode.workspace;
  const name = quotedName(fileNameOfUri(uri));
  const bytes = await fs.stat(uri).then(
    ({ size }) => {
      assertSize(uri, size);
      return fs.readFile(uri);
    },
    () => {
      throw notAttachable(t("{0} cannot be read.", name));
    },
  );
  // VS Code knows which encoding the user has set; U+FFFD stands there for what is in another one.
  const known = bytes.includes(0) ? "\uFFFD" : await vscode.workspace.decode(bytes, { uri });
  const text = known.includes("\uFFFD") ? textOfBytes(bytes) : known;
  if (text === undefined) throw notAttachable(t("{0} is not a text file.", name));
  return text;
}

function assertSize(uri: vscode.Uri, bytes: number): void {
  if (bytes > maxFileBytes)
    throw notAttachable(
      t(
        "{0} is too large to attach: {1}. The limit is {2}.",
        quotedName(fileNameOfUri(uri)),
        sizeOf(bytes),
        sizeOf(maxFileBytes),
      ),
    );
}

/** VS Code names the language of open documents only. */
function languageOf(uri: vscode.Uri): string {
  const [, extension = ""] = /[^.]\.([\w+#-]+)$/.exec(fileNameOfUri(uri)) ?? [];
  return extension === "" || extension === "txt" ? "plaintext" : languageIdOf(extension);
}

function notAttachable(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
