import * as vscode from "vscode";

/** Also accepts a string, which VS Code's types omit. */
type OpenExternal = (address: vscode.Uri | string) => Thenable<boolean>;

/** Opens exactly this address; with a `Uri`, VS Code would decode `%26` and the like on the way. */
export async function openInBrowser(address: string): Promise<void> {
  await (vscode.env.openExternal as OpenExternal)(address);
}
