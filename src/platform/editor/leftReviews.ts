import * as vscode from "vscode";
import { reviewScheme } from "./manifest";

const key = "openReview";

/** Keeps the title of the open review of several files, for the next window. */
export function rememberReview(state: vscode.Memento, title: string | undefined): Thenable<void> {
  return state.update(key, title);
}

/** Closes the reviews of an earlier window: VS Code opens their tabs again, without the proposed texts. */
export async function closeLeftReviews(state: vscode.Memento): Promise<void> {
  const title = state.get(key);
  const tabs = vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.filter((tab) => isDiffOfReview(tab) || isEmptyReview(tab, title)),
  );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  if (title !== undefined) await rememberReview(state, undefined);
}

function isDiffOfReview({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === reviewScheme;
}

/** VS Code has no public type for the input of such a tab, and forgets its files. */
function isEmptyReview({ input, label }: vscode.Tab, title: unknown): boolean {
  const { textDiffs } = (input ?? {}) as { textDiffs?: readonly unknown[] };
  const hasFiles = input !== undefined && textDiffs?.length !== 0;
  return typeof title === "string" && label.startsWith(title) && !hasFiles;
}
