import * as vscode from "vscode";

/** The argument of key bindings for trees: VS Code does not pass them any row. */
interface FromKey {
  readonly focused: true;
}

export function isFromKey(given: unknown): given is FromKey {
  return typeof given === "object" && given !== null && "focused" in given;
}

/** The rows that a key applies to: the selected ones, unless the focus is on another one. */
export async function focusedRows<T>(
  view: { readonly selection: readonly T[] },
  idOf: (row: T) => unknown,
): Promise<readonly T[]> {
  const before = view.selection;
  // VS Code does not say which row has the focus, but can add it to the selection.
  await vscode.commands.executeCommand("list.toggleSelection");
  const after = view.selection;
  await vscode.commands.executeCommand("list.toggleSelection");
  const known = new Set(before.map(idOf));
  const added = after.filter((row) => !known.has(idOf(row)));
  return added.length > 0 ? added : before;
}
