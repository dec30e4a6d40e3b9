import * as vscode from "vscode";
import { reviewScheme } from "../../../../platform/editor/manifest";
import type { OpenReview } from "./openReview";

/** The tabs of a review: a diff, or one of several files, which has its title. */
export function tabsOfReview(title: string): vscode.Tab[] {
  return allTabs().filter((tab) => isOfReview(tab, title));
}

/** VS Code has no public type for the input of a tab with several files. */
export function isOfReview({ input, label }: vscode.Tab, title: string): boolean {
  if (input instanceof vscode.TabInputTextDiff) return input.modified.scheme === reviewScheme;
  const { textDiffs } = (input ?? {}) as { textDiffs?: readonly vscode.TabInputTextDiff[] };
  // It names no files that are created.
  if (textDiffs && textDiffs.length > 0)
    return textDiffs.some(({ modified }) => modified.scheme === reviewScheme);
  return (input === undefined || textDiffs !== undefined) && label.startsWith(title);
}

/** Brings the review to the front, where it is or in a new tab. */
export async function showReview({ request: { title }, files }: OpenReview): Promise<void> {
  const before = tabsOfReview(title);
  const [tab] = before;
  const [file, ...others] = files;
  if (file && others.length === 0) {
    await vscode.commands.executeCommand("vscode.diff", file.left, file.right, title, {
      preview: false,
      ...(tab && { viewColumn: tab.group.viewColumn }),
    });
    await closeOthers(
      before,
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && String(input.modified) === String(file.right),
    );
  } else {
    // The command always opens another tab, which VS Code does not tell from the first one.
    await closeOthers(before, () => false);
    await vscode.commands.executeCommand(
      "vscode.changes",
      title,
      files.map(({ file: { uri, document }, left, right }) => [uri, document && left, right]),
    );
    // Another file would take the place of a preview.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
  }
  await setLanguages(files);
}

async function closeOthers(
  tabs: readonly vscode.Tab[],
  isKept: (tab: vscode.Tab) => boolean,
): Promise<void> {
  await vscode.window.tabGroups.close(tabs.filter((tab) => !isKept(tab)));
}

/** The name tells the language of most files, but not of cells and of what was never saved. */
async function setLanguages(files: OpenReview["files"]): Promise<void> {
  for (const { file, left, right } of files) {
    const languageId = file.document?.languageId;
    if (languageId === undefined) continue;
    const sides = new Set([left, right].map(String));
    for (const document of vscode.workspace.textDocuments)
      if (sides.has(document.uri.toString()) && document.languageId !== languageId)
        await vscode.languages.setTextDocumentLanguage(document, languageId);
  }
}

/** Also those in which a side of the review was opened by itself. */
export async function closeReviewTabs(title: string): Promise<void> {
  await vscode.window.tabGroups.close(
    allTabs().filter(
      (tab) =>
        isOfReview(tab, title) ||
        (tab.input instanceof vscode.TabInputText && tab.input.uri.scheme === reviewScheme),
    ),
  );
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}
