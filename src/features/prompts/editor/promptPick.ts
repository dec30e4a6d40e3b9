import * as vscode from "vscode";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { SavedPrompts } from "./savedPrompts";
import { createQuickPick } from "../../../platform/editor/inputs";

/** What the user chose: a prompt and what to do with it, or something new. */
export type PromptChoice =
  | { readonly kind: "use" | "edit" | "delete"; readonly prompt: SavedPrompt }
  | { readonly kind: "new" | "save" | "left" };

interface ChoiceRow extends PromptRow {
  readonly choice?: PromptChoice;
}

const edit = { iconPath: new vscode.ThemeIcon("edit"), tooltip: t("Edit") };
const remove = { iconPath: new vscode.ThemeIcon("trash"), tooltip: t("Delete") };

/**
 * Lets the user choose among the saved prompts, or save the question in the composer. The list
 * follows the files while it is open.
 */
export async function pickPrompt(saved: SavedPrompts, canSave: boolean): Promise<PromptChoice> {
  const box = createQuickPick<ChoiceRow>();
  const show = (prompts: readonly SavedPrompt[]) => {
    box.placeholder =
      prompts.length === 0
        ? t("There are no saved prompts yet")
        : t("Choose the prompt to put into the composer");
    box.items = rowsOf(prompts, canSave);
  };
  const changes = saved.onDidChange(show);
  try {
    box.title = t("Use Saved Prompt");
    box.matchOnDetail = true;
    box.busy = true;
    const chosen = choiceIn(box);
    const prompts = await saved.list();
    box.busy = false;
    show(prompts);
    return await chosen;
  } finally {
    changes.dispose();
    box.dispose();
  }
}

function rowsOf(prompts: readonly SavedPrompt[], canSave: boolean): ChoiceRow[] {
  const save = {
    label: `$(save) ${t("Save Question as Prompt…")}`,
    choice: { kind: "save" } as const,
  };
  const write = { label: `$(add) ${t("New Prompt…")}`, choice: { kind: "new" } as const };
  return [
    ...[...Map.groupBy(prompts, ({ folder }) => folder)].flatMap(([folder, own]) => [
      heading(folder === undefined ? t("Your prompts") : t("From {0}", plainText(folder, 40))),
      ...own.map(rowOf),
    ]),
    ...(prompts.length > 0 ? [heading("")] : []),
    ...[...(canSave ? [save] : []), write].map((row) => ({ ...row, alwaysShow: true })),
  ];
}

/** The heading says who can read it. */
function rowOf(prompt: SavedPrompt): ChoiceRow {
  return {
    ...promptRow(prompt),
    description: "",
    buttons: [edit, remove],
    choice: { kind: "use", prompt },
  };
}

function choiceIn(box: vscode.QuickPick<ChoiceRow>): Promise<PromptChoice> {
  return new Promise((resolve) => {
    const left = () => resolve({ kind: "left" });
    box.onDidAccept(() => {
      const choice = box.selectedItems[0]?.choice;
      if (choice) resolve(choice);
      else left();
    });
    box.onDidTriggerItemButton(({ item: { prompt }, button }) => {
      if (prompt) resolve({ kind: button === edit ? "edit" : "delete", prompt });
    });
    box.onDidHide(left);
    box.show();
  });
}

interface PromptRow extends vscode.QuickPickItem {
  readonly prompt?: SavedPrompt;
}

function promptRow(prompt: SavedPrompt): PromptRow {
  return {
    label: plainText(prompt.name),
    description: promptOrigin(prompt),
    detail: plainText(prompt.description || prompt.text, 120),
    prompt,
  };
}

/** Such as `from my-project`, or empty for the user's own. */
export function promptOrigin({ folder }: SavedPrompt): string {
  return folder === undefined ? "" : t("from {0}", plainText(folder, 40));
}

/** Saved prompts below their heading, for a list of other things. */
export function promptSection(prompts: readonly SavedPrompt[]): readonly PromptRow[] {
  return prompts.length === 0 ? [] : [heading(t("Saved prompts")), ...prompts.map(promptRow)];
}

/** The heading of a part of a list. */
function heading(label: string): PromptRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
