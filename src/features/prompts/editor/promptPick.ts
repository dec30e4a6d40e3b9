import * as vscode from "vscode";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { SavedPrompts } from "./savedPrompts";
import { heading, promptRow, type PromptRow } from "./promptRows";

/** What the user chose: a prompt and what to do with it, or something new. */
export type PromptChoice =
  | { readonly kind: "use" | "edit" | "delete"; readonly prompt: SavedPrompt }
  | { readonly kind: "new" | "save" | "left" };

export interface PromptPickOptions {
  readonly title: string;
  /** What a row does when it is accepted. */
  readonly accept: "use" | "edit";
  /** Offers to save the question in the composer. */
  readonly canSave?: boolean;
}

interface ChoiceRow extends PromptRow {
  readonly choice?: PromptChoice;
}

const edit = { iconPath: new vscode.ThemeIcon("edit"), tooltip: t("Edit") };
const remove = { iconPath: new vscode.ThemeIcon("trash"), tooltip: t("Delete") };

/** Lets the user choose among the saved prompts. The list follows the files while it is open. */
export async function pickPrompt(
  saved: SavedPrompts,
  { title, accept, canSave = false }: PromptPickOptions,
): Promise<PromptChoice> {
  const box = vscode.window.createQuickPick<ChoiceRow>();
  const show = (prompts: readonly SavedPrompt[]) => {
    box.placeholder =
      prompts.length === 0 ? t("There are no saved prompts yet") : placeholders[accept];
    box.items = rowsOf(prompts, accept, canSave);
  };
  const changes = saved.onDidChange(show);
  try {
    box.title = title;
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

const placeholders = {
  use: t("Choose the prompt to put into the composer"),
  edit: t("Choose the prompt to edit"),
};

function rowsOf(
  prompts: readonly SavedPrompt[],
  accept: "use" | "edit",
  canSave: boolean,
): ChoiceRow[] {
  const save = {
    label: `$(save) ${t("Save Question as Prompt…")}`,
    choice: { kind: "save" } as const,
  };
  const write = { label: `$(add) ${t("New Prompt…")}`, choice: { kind: "new" } as const };
  return [
    ...[...Map.groupBy(prompts, ({ folder }) => folder)].flatMap(([folder, own]) => [
      heading(folder === undefined ? t("Your prompts") : t("From {0}", plainText(folder, 40))),
      ...own.map((prompt) => rowOf(prompt, accept)),
    ]),
    ...(prompts.length > 0 ? [heading("")] : []),
    ...[...(canSave ? [save] : []), write].map((row) => ({ ...row, alwaysShow: true })),
  ];
}

/** The heading says who can read it. */
function rowOf(prompt: SavedPrompt, accept: "use" | "edit"): ChoiceRow {
  return {
    ...promptRow(prompt),
    description: "",
    buttons: accept === "use" ? [edit, remove] : [remove],
    choice: { kind: accept, prompt },
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
