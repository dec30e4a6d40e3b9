import type * as vscode from "vscode";
import { createQuickPick } from "./inputs";

interface PickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Enter keeps this row. */
  isPresent(row: T): boolean;
}

/** Lets the user pick a row of a list that opens at the present choice; `undefined` if they leave. */
export async function pickRow<T extends vscode.QuickPickItem>(
  rows: readonly T[] | Promise<readonly T[]>,
  { title, placeholder, isPresent }: PickOptions<T>,
): Promise<T | undefined> {
  const box = createQuickPick<T>();
  try {
    Object.assign(box, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
    const picked = new Promise<T | undefined>((resolve) => {
      box.onDidAccept(() => resolve(box.selectedItems[0]));
      box.onDidHide(() => resolve(undefined));
    });
    box.busy = true;
    box.show();
    box.items = await rows;
    box.activeItems = box.items.filter(isPresent).slice(0, 1);
    box.busy = false;
    return await picked;
  } finally {
    box.dispose();
  }
}
