import * as vscode from "vscode";
import type { SavedPrompt } from "../../app/prompts/savedPrompt";
import type { SavedPrompts } from "./savedPrompts";
import { heading, promptRows, type PromptRow } from "./promptRows";

/** What the user chose: a prompt and what to do with it, or something new. */
export type PromptChoice =
  | { readonly kind: "use" | "edit" | "delete"; readonly prompt: SavedPrompt }
  | { readonly kind: "new" | "save" };

export interface PromptPickOptions {
  readonly title: string;
  /** What a row does when it is accepted. */
  readonly accept: "use" | "edit";
  /** What was typed already. */
  readonly typed?: string;
  /** Offers to save the question in the composer. */
  readonly canSave?: boolean;
}

interface Row extends PromptRow {
  readonly choice?: PromptChoice;
}

const edit = { iconPath: new vscode.ThemeIcon("edit"), tooltip: "Edit" };
const remove = { iconPath: new vscode.ThemeIcon("trash"), tooltip: "Delete" };

/** Lets the user choose among the saved prompts. The list follows the files while it is open. */
export async function pickPrompt(
  saved: SavedPrompts,
  { title, accept, typed = "", canSave = false }: PromptPickOptions,
): Promise<PromptChoice | undefined> {
  const box = vscode.window.createQuickPick<Row>();
  const show = (prompts: readonly SavedPrompt[]) => {
    box.placeholder =
      prompts.length === 0 ? "There are no saved prompts yet" : placeholders[accept];
    box.items = rowsOf(prompts, accept, canSave);
  };
  const changes = saved.onDidChange(show);
  try {
    box.title = title;
    box.value = typed;
    box.matchOnDescription = true;
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
  use: "Choose the prompt to put into the composer",
  edit: "Choose the prompt to edit",
};

function rowsOf(prompts: readonly SavedPrompt[], accept: "use" | "edit", canSave: boolean): Row[] {
  const own = prompts.filter(({ folder }) => folder === undefined);
  const shared = prompts.filter(({ folder }) => folder !== undefined);
  return [
    ...section("Your prompts", own, accept),
    ...section("Prompts of this workspace", shared, accept),
    ...(prompts.length > 0 ? [heading("")] : []),
    ...(canSave
      ? [
          {
            label: "$(save) Save Question as Prompt…",
            alwaysShow: true,
            choice: { kind: "save" } as const,
          },
        ]
      : []),
    { label: "$(add) New Prompt…", alwaysShow: true, choice: { kind: "new" } as const },
  ];
}

function section(label: string, prompts: readonly SavedPrompt[], accept: "use" | "edit"): Row[] {
  if (prompts.length === 0) return [];
  const rows = promptRows(prompts).map((row, index) => ({
    ...row,
    buttons: accept === "use" ? [edit, remove] : [remove],
    choice: { kind: accept, prompt: prompts[index]! },
  }));
  return [heading(label), ...rows];
}

function choiceIn(box: vscode.QuickPick<Row>): Promise<PromptChoice | undefined> {
  return new Promise((resolve) => {
    box.onDidAccept(() => resolve(box.selectedItems[0]?.choice));
    box.onDidTriggerItemButton(({ item: { prompt }, button }) => {
      if (prompt) resolve({ kind: button === edit ? "edit" : "delete", prompt });
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
}
