import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { ExportTarget } from "../../../platform/editor/exportTarget";
import type { Notify } from "../../../platform/editor/notify";
import { titleOf } from "../../conversation/core/conversationTitle";
import type { Comparison } from "../core/comparison";

const where = new ExportTarget();

/** Exports a comparison as Markdown or as JSON Lines. */
export async function exportComparison(
  comparison: Comparison,
  nameOf: (hubScope: string) => string,
  notify: Notify,
): Promise<void> {
  const formats = [
    { name: "Markdown", extension: "md", description: t("to read and to share") },
    { name: "JSON Lines", extension: "jsonl" },
  ];
  const name = titleOf(comparison.main.question);
  const target = await where.ask(t("Export Comparison"), name, formats);
  if (!target) return;
  const { comparisonLines, comparisonMarkdown } = await import("../core/comparisonExport");
  const write = target.path.endsWith(".jsonl") ? comparisonLines : comparisonMarkdown;
  await vscode.workspace.fs.writeFile(target, Buffer.from(write(comparison, nameOf)));
  notify.information(t("Exported as {0}.", target.path.split("/").at(-1) ?? ""));
}
