import * as vscode from "vscode";
import { isElsewhere } from "../../../platform/editor/lastEditor";

/** The document of a file that is open, with unsaved changes. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === wanted);
}

/** The user's text documents that tabs show, each once. */
export function openEditors(): vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs
    .flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri] : []))
    .filter((uri) => !isElsewhere(uri));
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** Bytes of a document that is open. */
export function sizeOfOpen(uri: vscode.Uri): number | undefined {
  const document = openDocument(uri);
  return document && Buffer.byteLength(document.getText());
}

/** Bytes that would be attached; `undefined` if that cannot be known. */
export async function sizeOfFile(uri: vscode.Uri): Promise<number | undefined> {
  return (
    sizeOfOpen(uri) ??
    vscode.workspace.fs.stat(uri).then(
      ({ size }) => size,
      () => undefined,
    )
  );
}
