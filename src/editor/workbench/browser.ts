import * as vscode from "vscode";

/** Takes a string as well, which the types of VS Code do not tell. */
type OpenExternal = (address: vscode.Uri | string) => Thenable<boolean>;

/** Opens exactly this address; of a `Uri`, VS Code would decode `%26` and the like on the way. */
export async function openInBrowser(address: string): Promise<void> {
  await (vscode.env.openExternal as OpenExternal)(address);
}
