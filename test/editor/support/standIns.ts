import * as vscode from "vscode";
import { chatViewIds } from "../../../src/platform/editor/chatView";

/** For what has no changes attached. */
export const noRepositories = async () => ({
  again: async () => undefined,
  repositoryOf: async () => undefined,
});

type Window = Partial<Record<keyof typeof vscode.window, unknown>>;

/** Replaces functions of VS Code's window while `run` is in progress. */
export async function withWindow<T>(replaced: Window, run: () => Promise<T>): Promise<T> {
  const names = Object.keys(replaced) as (keyof typeof vscode.window)[];
  const originals = Object.fromEntries(names.map((name) => [name, vscode.window[name]]));
  Object.assign(vscode.window, replaced);
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, originals);
  }
}

/** Replaces a property that VS Code computes, such as `isTrusted`, while `run` is in progress. */
export async function withProperty<T, O extends object>(
  of: O,
  name: keyof O & string,
  value: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const original = Object.getOwnPropertyDescriptor(of, name) ?? {};
  Object.defineProperty(of, name, { ...original, get: () => value });
  try {
    return await run();
  } finally {
    Object.defineProperty(of, name, original);
  }
}

/**
 * Adds each command that is run to the list, with its arguments, until the returned function is
 * called; none takes effect, but each ends after `meanwhile`. The running extension sets context
 * keys of its own at any time.
 */
export function recordCommands(
  commands: unknown[][],
  meanwhile: () => Promise<void> = async () => {},
): () => void {
  const { executeCommand } = vscode.commands;
  Object.assign(vscode.commands, {
    executeCommand: async (...args: [string, ...unknown[]]) => {
      if (args[0] === "setContext") await executeCommand(...args);
      else {
        commands.push(args);
        await meanwhile();
      }
    },
  });
  return () => void Object.assign(vscode.commands, { executeCommand });
}

/** The commands that show the chat, of whose two views one is hidden. */
export const chatShown = (...options: readonly object[]): unknown[][] =>
  chatViewIds.map((id) => [`${id}.focus`, ...options]);

/** The commands that are run meanwhile, with their arguments; none takes effect. */
export async function commandsDuring(run: () => unknown): Promise<unknown[][]> {
  const commands: unknown[][] = [];
  const restore = recordCommands(commands);
  try {
    await run();
  } finally {
    restore();
  }
  return commands;
}

/** A quick pick that is not shown: the test takes the place of the user. */
export function quickPick() {
  const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const changed = new vscode.EventEmitter<string>();
  const selected = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  let isDisposed = false;
  let items: readonly vscode.QuickPickItem[] = [];
  const box = {
    title: "",
    placeholder: "",
    busy: false,
    value: "",
    matchOnDescription: false,
    canSelectMany: false,
    get items() {
      return items;
    },
    set items(next) {
      items = next;
      // As VS Code does.
      box.activeItems = next
        .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
        .slice(0, 1);
    },
    activeItems: [] as readonly vscode.QuickPickItem[],
    selectedItems: [] as readonly vscode.QuickPickItem[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: changed.event,
    onDidChangeSelection: selected.event,
    show: () => {},
    hide: () => hidden.fire(),
    dispose: () => {
      if (isDisposed) return;
      isDisposed = true;
      // As VS Code does.
      hidden.fire();
    },
  };
  const accept = (label: string) => {
    box.selectedItems = box.items.filter((item) => item.label === label);
    box.activeItems = box.selectedItems;
    accepted.fire();
  };
  const type = (value: string) => {
    box.value = value;
    changed.fire(value);
  };
  /** Checks the rows with these labels, of a list with check boxes, and accepts them. */
  const check = (...labels: (string | { isAccepted: boolean })[]) => {
    box.selectedItems = box.items.filter(({ label }) => labels.includes(label));
    selected.fire(box.selectedItems);
    if (labels.every((label) => typeof label === "string")) accepted.fire();
  };
  const acceptSelected = () => accepted.fire();
  return {
    box,
    accept,
    acceptSelected,
    check,
    type,
    rows: () => textOf(box.items),
    isDisposed: () => isDisposed,
  };
}

/** The rows of a list as text. */
export function textOf(items: readonly vscode.QuickPickItem[]): string[] {
  return items.map(({ label, description, detail, kind }) =>
    kind === vscode.QuickPickItemKind.Separator
      ? `-- ${label}`
      : [label, description, detail].filter((text) => text !== undefined).join(" | "),
  );
}

/** A tree whose selection VS Code changes by its command, as if the focus were on this row. */
export async function withFocusOn<T>(
  tree: { selection: readonly unknown[] },
  row: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const { executeCommand } = vscode.commands;
  Object.assign(vscode.commands, {
    executeCommand: async (id: string, ...args: unknown[]) => {
      if (id !== "list.toggleSelection") return executeCommand(id, ...args);
      const { selection } = tree;
      tree.selection = selection.includes(row)
        ? selection.filter((one) => one !== row)
        : [...selection, row];
      return undefined;
    },
  });
  try {
    return await run();
  } finally {
    Object.assign(vscode.commands, { executeCommand });
  }
}
