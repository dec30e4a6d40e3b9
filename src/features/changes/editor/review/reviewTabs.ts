import * as vscode from "vscode";
import { reviewScheme } from "../../../../platform/editor/manifest";
import type { ReviewedFile } from "./reviewedFile";

const { tabGroups } = vscode.window;

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

/** True if this event has closed the last tab: one that moves to another group is closed in its old one. */
export function closesReview({ closed }: vscode.TabChangeEvent, title: string): boolean {
  return closed.some((tab) => isOfReview(tab, title)) && tabsOfReview(title).length === 0;
}

/**
 * Brings the review to the front, where it is or in a new tab. False if the user has closed that
 * while it came up.
 */
export async function showReview(title: string, files: readonly ReviewedFile[]): Promise<boolean> {
  let [isShown, isClosed] = [false, false];
  const following = tabGroups.onDidChangeTabs((change) => {
    if (change.opened.some((tab) => isOfReview(tab, title))) isShown = true;
    // The tab that it had before is closed first.
    if (isShown && closesReview(change, title)) isClosed = true;
  });
  try {
    await openTab(title, files);
    await setLanguages(files);
  } finally {
    following.dispose();
  }
  return !isClosed;
}

async function openTab(title: string, files: readonly ReviewedFile[]): Promise<void> {
  const before = tabsOfReview(title);
  const [tab] = before;
  const [file, ...others] = files;
  if (file && others.length === 0) {
    await vscode.commands.executeCommand("vscode.diff", file.left, file.right, title, {
      preview: false,
      ...(tab && { viewColumn: tab.group.viewColumn }),
    });
    const isIt = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && String(input.modified) === String(file.right);
    await tabGroups.close(before.filter((one) => !isIt(one)));
  } else {
    // The command always opens another tab, which VS Code does not tell from the first one.
    await tabGroups.close(before);
    await vscode.commands.executeCommand(
      "vscode.changes",
      title,
      files.map(({ file: { uri, document }, left, right }) => [uri, document && left, right]),
    );
    // Another file would take the place of a preview.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
  }
}

/** The name tells the language of most files, but not of cells and of what was never saved. */
async function setLanguages(files: readonly ReviewedFile[]): Promise<void> {
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
  await tabGroups.close(
    allTabs().filter(
      (tab) =>
        isOfReview(tab, title) ||
        (tab.input instanceof vscode.TabInputText && tab.input.uri.scheme === reviewScheme),
    ),
  );
}

/**
 * Saves the right sides: VS Code would ask about those. A formatter that runs on saving would change
 * more than the user sees.
 */
export async function saveReview(title: string): Promise<void> {
  const { activeTab } = tabGroups.activeTabGroup;
  if (unsaved().length > 0 && activeTab && isOfReview(activeTab, title))
    await vscode.commands.executeCommand("workbench.action.files.saveWithoutFormatting");
  await Promise.all(unsaved().map((document) => document.save()));
}

function unsaved(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === reviewScheme,
  );
}

function allTabs(): vscode.Tab[] {
  return tabGroups.all.flatMap(({ tabs }) => tabs);
}
