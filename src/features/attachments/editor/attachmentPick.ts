import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import { ranked } from "../../../kit/ranking";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { createQuickPick } from "../../../platform/editor/inputs";
import { plainText } from "../../../platform/editor/plainText";
import type { CompletionKind } from "../../../page/protocol/views";
import type { Attachables, Attachable } from "./attachables";

interface Row<T> extends vscode.QuickPickItem {
  readonly attachable?: Attachable;
  readonly other?: T;
}

/** What the user wants to add to a question. */
interface Picked<T> {
  readonly attachables: readonly Attachable[];
  readonly others: readonly T[];
}

/** Milliseconds without a key after which what is typed is searched for. */
const pauseMs = 120;
/** Milliseconds after which a search that has not read everything goes on. */
const againMs = 250;

/**
 * Lets the user pick what can be attached, and other rows below it, as many as wanted; Enter without
 * a check mark takes the row that is marked. What is checked stays in the list, whatever is typed.
 */
export async function pickAttachments<T extends vscode.QuickPickItem>(
  attachables: Pick<Attachables, "find">,
  others: readonly T[],
): Promise<Picked<T>> {
  const box = createQuickPick<Row<T>>();
  box.title = t("Add Context");
  box.placeholder = t("Check what goes along, or type a name");
  box.canSelectMany = true;
  let isOpen = true;
  let checked: readonly Row<T>[] = [];
  const show = async (typed: string): Promise<void> => {
    const isOver = () => !isOpen || box.value !== typed;
    if (isOver()) return;
    box.busy = true;
    const { found, isIncomplete } = await attachables.find(typed, isOver);
    if (isOver()) return;
    const rows = [...found.map((one) => rowOf<T>(one)), ...othersFor(others, typed)];
    const unchecked = rows.filter((row) => !checked.some((one) => areSame(one, row)));
    box.items = [...checked, ...unchecked];
    box.selectedItems = checked;
    if (typed !== "") box.activeItems = unchecked.slice(0, 1);
    box.busy = isIncomplete;
    if (isIncomplete) setTimeout(() => fireAndForget(() => show(typed)), againMs);
  };
  const picked = new Promise<readonly Row<T>[]>((resolve) => {
    box.onDidChangeSelection((rows) => (checked = rows));
    box.onDidChangeValue((typed) => {
      setTimeout(() => fireAndForget(() => show(typed)), pauseMs);
    });
    box.onDidAccept(() => {
      resolve(checked.length > 0 ? checked : box.activeItems);
      box.hide();
    });
    box.onDidHide(() => {
      isOpen = false;
      resolve([]);
      box.dispose();
    });
  });
  box.show();
  fireAndForget(() => show(""));
  const rows = await picked;
  return {
    attachables: rows.flatMap(({ attachable }) => attachable ?? []),
    others: rows.flatMap(({ other }) => other ?? []),
  };
}

const rowOf = <T>(attachable: Attachable): Row<T> => ({
  label: `$(${icons[attachable.kind]}) ${plainText(attachable.label)}`,
  description: plainText(attachable.description, 200),
  alwaysShow: true,
  attachable,
});

/** With the headings that come before them, as long as nothing is typed. */
function othersFor<T extends vscode.QuickPickItem>(others: readonly T[], typed: string): Row<T>[] {
  const rows = others.map((other) => ({ ...other, alwaysShow: true, other }));
  if (typed === "") return rows;
  const named = rows.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
  return ranked(named, typed, {
    max: named.length,
    textsOf: ({ label, description = "" }) => [label, description],
  });
}

const areSame = (one: vscode.QuickPickItem, other: vscode.QuickPickItem): boolean =>
  one.label === other.label && one.description === other.description;

const icons: Record<CompletionKind, string> = {
  selection: "list-selection",
  file: "file",
  folder: "folder",
  class: "symbol-class",
  method: "symbol-method",
  variable: "symbol-variable",
  error: "error",
  warning: "warning",
  info: "info",
  changes: "diff",
  commit: "git-commit",
  terminal: "terminal",
  prompt: "bookmark",
  ability: "tools",
  expert: "person",
};
