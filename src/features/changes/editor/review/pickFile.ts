import * as vscode from "vscode";
import { t } from "../../../../kit/l10n";
import { plainText } from "../../../../platform/editor/plainText";

/** Lets the user pick the file that an answer means. */
export async function pickFile(
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
  const picked = await vscode.window.showQuickPick(rows, {
    title: t("Select the file that is meant"),
    placeHolder: t("The answer changes {0}", name),
  });
  return picked?.uri;
}
