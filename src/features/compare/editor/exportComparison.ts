import { homedir } from "node:os";
import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import type { Comparison } from "../core/comparison";

/** Writes a comparison to a file: Markdown to read, or JSON Lines to work on. */
export async function exportComparison(
  comparison: Comparison,
  nameOf: (hubScope: string) => string,
  notify: Notify,
): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    title: t("Export Comparison"),
    defaultUri: vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file(homedir()), "comparison.md"),
    filters: { Markdown: ["md"], "JSON Lines": ["jsonl"] },
    saveLabel: t("Export"),
  });
  if (!target) return;
  const { comparisonLines, comparisonMarkdown } = await import("../core/comparisonExport");
  const write = target.path.endsWith(".jsonl") ? comparisonLines : comparisonMarkdown;
  await vscode.workspace.fs.writeFile(target, Buffer.from(write(comparison, nameOf)));
  notify.information(t("Exported as {0}.", target.path.split("/").at(-1) ?? ""));
}
