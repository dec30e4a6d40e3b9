import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { FileAttacher } from "../../attachments/editor/fileAttacher";
import type { Question } from "../../conversation/core/question";

/** How many questions can be added at a time. */
const maxRows = 50;

/** Lets the user add questions to a comparison: typed, the lines of a file, or one for each of several files. */
export async function pickRows(
  rows: readonly Question[],
  files: Pick<FileAttacher, "attachments">,
): Promise<readonly Question[]> {
  const [first] = rows;
  if (!first) return [];
  const { attachments: _, ...bare } = first;
  const title = t("Add a Row");
  const chosen = await vscode.window.showQuickPick(
    [
      { label: t("Type a Question…"), ask: () => typed(bare, title) },
      {
        label: t("Lines of a File…"),
        description: t("a question for each line"),
        ask: () => questionPerLine(bare),
      },
      {
        label: t("Files, One by One…"),
        description: t("the first question for each file"),
        ask: () => eachFile(bare, files),
      },
    ],
    { title, placeHolder: t("Every question that you add is asked in all columns") },
  );
  const added = (await chosen?.ask()) ?? [];
  if (added.length > maxRows)
    throw new HubError("invalid-request", t("At most {0} rows can be added at a time.", maxRows));
  return added;
}

async function typed(bare: Question, title: string): Promise<Question[]> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: t("Question for all columns"),
    ignoreFocusOut: true,
  });
  return text === undefined || text.trim() === "" ? [] : [{ ...bare, typed: text }];
}

async function questionPerLine(bare: Question): Promise<Question[]> {
  const [file] = (await vscode.window.showOpenDialog({ openLabel: t("Add") })) ?? [];
  if (!file) return [];
  const document = await vscode.workspace.openTextDocument(file);
  const lines = document
    .getText()
    .split(/\r?\n/)
    .map((line) => line.trim());
  return [...new Set(lines)]
    .filter((line) => line !== "")
    .map((line) => ({ ...bare, typed: line }));
}

async function eachFile(
  bare: Question,
  files: Pick<FileAttacher, "attachments">,
): Promise<Question[]> {
  const uris = await vscode.window.showOpenDialog({ openLabel: t("Add"), canSelectMany: true });
  const attachments = await files.attachments((uris ?? []).slice(0, maxRows + 1));
  return attachments.map((one) => ({ ...bare, attachments: [one] }));
}
