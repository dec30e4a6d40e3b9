import * as vscode from "vscode";
import { newPromptText, promptFile, promptFileName, suggestedName } from "../core/promptFile";
import { t } from "../../../kit/l10n";
import { plainText } from "../../../platform/editor/plainText";
import type { PromptPlace, SavedPrompts } from "./savedPrompts";

const shownForMs = 5_000;

/** Writes the files of new prompts. No existing file is ever replaced. */
export class NewPrompt {
  readonly #saved: Pick<SavedPrompts, "places">;

  constructor(saved: Pick<SavedPrompts, "places">) {
    this.#saved = saved;
  }

  /** Saves a question under a name. */
  async save(text: string): Promise<void> {
    const written = await this.#ask(t("Save Question as Prompt"), suggestedName(text), text);
    // A notification would cover the composer.
    if (written) {
      const told = t("Saved as “{0}”", plainText(written.name, 60));
      vscode.window.setStatusBarMessage(`$(check) ${told}`, shownForMs);
    }
  }

  /** Writes a first prompt, and shows it with its text selected. */
  async write(): Promise<void> {
    const written = await this.#ask(t("New Prompt"), "", newPromptText);
    if (!written) return;
    const document = await vscode.workspace.openTextDocument(written.file);
    const editor = await vscode.window.showTextDocument(document);
    const start = document.getText().replaceAll("\r\n", "\n").indexOf(newPromptText);
    if (start === -1) return;
    editor.selection = new vscode.Selection(
      document.positionAt(start),
      document.positionAt(start + newPromptText.length),
    );
  }

  async #ask(
    title: string,
    value: string,
    text: string,
  ): Promise<{ name: string; file: vscode.Uri } | undefined> {
    const place = await pickPlace(title, this.#saved.places);
    const name = place && (await askName(title, value, place));
    const file = name === undefined ? undefined : promptFileUri(place!, name);
    if (name === undefined || !file || (await fileExists(file))) return undefined;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(promptFile(name, text)));
    return { name, file };
  }
}

async function pickPlace(
  title: string,
  places: readonly [PromptPlace, ...PromptPlace[]],
): Promise<PromptPlace | undefined> {
  if (places.length === 1) return places[0];
  const items = places.map((place) => ({
    label:
      place.folder === undefined
        ? t("For me, in every workspace")
        : t("For {0}", plainText(place.folder)),
    description:
      place.folder === undefined
        ? t("On this computer")
        : t("{0}, where VS Code and Copilot find it as well", place.directory),
    place,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: t("Choose who can use the prompt"),
  });
  return chosen?.place;
}

async function askName(
  title: string,
  value: string,
  place: PromptPlace,
): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title,
    value,
    prompt: t("The name under which the prompt is listed."),
    placeHolder: t("Name, such as Explain for newcomers"),
    ignoreFocusOut: true,
    validateInput: async (typed) => {
      if (typed.trim() === "") return undefined;
      const file = promptFileUri(place, typed);
      if (!file) return t("The name must contain a letter or a digit.");
      const name = file.path.slice(file.path.lastIndexOf("/") + 1);
      return (await fileExists(file)) ? t("There is already a file {0}.", name) : undefined;
    },
  });
}

function promptFileUri(
  { root, directory, ending }: PromptPlace,
  name: string,
): vscode.Uri | undefined {
  const file = promptFileName(name, ending);
  return file === undefined
    ? undefined
    : vscode.Uri.joinPath(vscode.Uri.file(root), directory, file);
}

async function fileExists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
