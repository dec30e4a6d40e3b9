import path from "node:path";
import * as vscode from "vscode";
import { newPromptText, promptFile, promptFileName, suggestedName } from "../core/promptFile";
import { withoutVariables } from "../core/variables";
import { t } from "../../../kit/l10n";
import { askNewFile, showSelected, writeNew } from "../../../platform/editor/newFile";
import { plainText } from "../../../platform/editor/plainText";
import type { PromptPlace, SavedPrompts } from "./savedPrompts";
import { showQuickPick } from "../../../platform/editor/inputs";

const shownForMs = 5_000;

/** Writes the files of new prompts. No existing file is ever replaced. */
export class NewPrompt {
  readonly #saved: Pick<SavedPrompts, "places">;

  constructor(saved: Pick<SavedPrompts, "places">) {
    this.#saved = saved;
  }

  /** Saves a question under a name. */
  async save(text: string): Promise<void> {
    const written = await this.#ask(
      t("Save Question as Prompt"),
      suggestedName(text),
      withoutVariables(text),
    );
    // A notification would cover the composer.
    if (written) {
      const told = t("Saved as “{0}”", plainText(written.name, 60));
      vscode.window.setStatusBarMessage(`$(check) ${told}`, shownForMs);
    }
  }

  /** Writes a first prompt, and shows it with its text selected. */
  async write(): Promise<void> {
    const written = await this.#ask(t("New Prompt"), "", newPromptText);
    if (written) await showSelected(written.file, newPromptText);
  }

  async #ask(
    title: string,
    value: string,
    text: string,
  ): Promise<{ name: string; file: vscode.Uri } | undefined> {
    const place = await pickPlace(title, this.#saved.places);
    if (!place) return undefined;
    const { root, directory, ending } = place;
    const box = {
      title,
      value,
      prompt: t("The name under which the prompt is listed."),
      placeHolder: t("Name, such as Explain for newcomers"),
      ignoreFocusOut: true,
    };
    const asked = await askNewFile(box, (name) => {
      const file = promptFileName(name, ending);
      return file === undefined ? undefined : vscode.Uri.file(path.join(root, directory, file));
    });
    return asked && (await writeNew(asked.file, promptFile(asked.name, text))) ? asked : undefined;
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
  const chosen = await showQuickPick(items, {
    title,
    placeHolder: t("Choose who can use the prompt"),
  });
  return chosen?.place;
}
