import * as vscode from "vscode";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { filledIn, variablesIn, type PromptInput } from "../core/variables";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import type { AttachmentsFeature } from "../../attachments/editor";
import { fileName } from "../../attachments/editor/selection";
import { plainText } from "../../../platform/editor/plainText";
import { promptOrigin } from "./promptPick";
import { showInputBox } from "../../../platform/editor/inputs";

/** Puts the values of its variables into a prompt. */
export class PromptFiller {
  readonly #selection: Pick<AttachmentsFeature, "attacher" | "selectedEditor">;

  constructor(selection: Pick<AttachmentsFeature, "attacher" | "selectedEditor">) {
    this.#selection = selection;
  }

  /** The question; `undefined` if the user left a box. Rejects if there is nothing selected or open. */
  async fill(prompt: SavedPrompt): Promise<string | undefined> {
    const needed = variablesIn(prompt.text);
    const file = needed.file ? this.#file() : undefined;
    const selection = needed.selection ? await this.#selection.attacher.selected() : undefined;
    const inputs = await askForValue(prompt, needed.inputs);
    return inputs && filledIn(prompt.text, { selection, file, inputs });
  }

  /** The path within the workspace; only the name of a file that is elsewhere. */
  #file(): string {
    const document = this.#selection.selectedEditor.current?.document;
    if (!document) {
      throw new HubError(
        "invalid-request",
        t("This prompt names the open file. Open a file first."),
      );
    }
    const name = vscode.workspace.getWorkspaceFolder(document.uri)
      ? vscode.workspace.asRelativePath(document.uri)
      : fileName(document);
    // It becomes a part of what the user says.
    return quotedName(name);
  }
}

async function askForValue(
  prompt: SavedPrompt,
  inputs: readonly PromptInput[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const values = new Map<string, string>();
  const origin = promptOrigin(prompt);
  for (const [index, { name, value: initial }] of inputs.entries()) {
    const named = [plainText(prompt.name, 60), origin].filter(Boolean).join(" · ");
    const value = await showInputBox({
      title: inputs.length > 1 ? t("{0} ({1} of {2})", named, index + 1, inputs.length) : named,
      prompt: t("Enter a value for “{0}”.", plainText(name, 60)),
      value: initial,
      ignoreFocusOut: true,
    });
    if (value === undefined) return undefined;
    values.set(name, value);
  }
  return values;
}
