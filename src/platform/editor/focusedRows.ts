import * as vscode from "vscode";

/** The argument of key bindings for trees: VS Code does not pass them any row. */
interface FromKey {
  readonly focused: true;
}

export function isFromKey(given: unknown): given is FromKey {
  return typeof given === "object" && given !== null && "focused" in given;
}

/** The rows that a key applies to: the focused one, with the others if it is one of the selected. */
export async function focusedRows<T>(
  view: { readonly selection: readonly T[] },
  idOf: (row: T) => unknown,
): Promise<readonly T[]> {
  const before = view.selection;
  // VS Code does not say which row has the focus, but can add it to the selection, or take it out.
  await vscode.commands.executeCommand("list.toggleSelection");
  const after = view.selection;
  await vscode.commands.executeCommand("list.toggleSelection");
  const without = (rows: readonly T[], others: readonly T[]) => {
    const ids = new Set(others.map(idOf));
    return rows.filter((row) => !ids.has(idOf(row)));
  };
  const added = without(after, before);
  if (added.length > 0) return added;
  const focused = without(before, after);
  return [...focused, ...without(before, focused)];
}
