import * as vscode from "vscode";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";

export interface PromptRow extends vscode.QuickPickItem {
  readonly prompt?: SavedPrompt;
}

/** The row of a prompt, with who can read it. */
export function promptRow(prompt: SavedPrompt): PromptRow {
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
export function heading(label: string): PromptRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
