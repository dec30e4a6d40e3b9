import path from "node:path";
import * as vscode from "vscode";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { Chat } from "../../asking/core/chat";
import type { OpenChats } from "../../asking/core/openChats";
import type { Roster } from "../../experts/core/roster";
import { expertFor } from "../core/promptExpert";
import type { SavedPrompt } from "../../../contract/savedPrompt";
import { isId } from "../../../contract/address";
import { t } from "../../../kit/l10n";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { LocalError } from "../../../platform/core/localError";
import { announce } from "../../../platform/editor/confirm";
import { fileExists, askNewFile, showSelected, writeNew } from "../../../platform/editor/newFile";
import { type Notify, offerUndo } from "../../../platform/editor/notify";
import { plainText } from "../../../platform/editor/plainText";
import { pickPrompt, type PromptChoice, promptOrigin } from "./promptPick";
import type { SavedPrompts, PromptPlace } from "./savedPrompts";
import { filledIn, variablesIn, type PromptInput, withoutVariables } from "../core/variables";
import { HubError } from "../../../contract/errors";
import { quotedName } from "../../../kit/quotedName";
import type { AttachmentsFeature } from "../../attachments/editor";
import { fileName } from "../../attachments/editor/selection";
import { showInputBox, showQuickPick } from "../../../platform/editor/inputs";
import { newPromptText, promptFile, promptFileName, suggestedName } from "../core/promptFile";

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
      const saved = t("Saved as “{0}”", plainText(written.name, 60));
      vscode.window.setStatusBarMessage(`$(check) ${saved}`, shownForMs);
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

interface PromptsParts {
  readonly saved: SavedPrompts;
  readonly filler: PromptFiller;
  readonly newPrompt: NewPrompt;
  readonly roster: Roster;
  readonly chats: OpenChats;
  readonly sender: Pick<QuestionSender, "expertOf" | "pick">;
  readonly notify: Notify;
}

/** Choosing saved prompts, and putting them into a composer. Nothing here sends. */
export class Prompts {
  readonly #parts: PromptsParts;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
  }

  list(): Promise<readonly SavedPrompt[]> {
    return this.#parts.saved.list();
  }

  /** Lets the user choose a prompt for this chat. True if it was used there. */
  async pick(chat: Chat): Promise<boolean> {
    const choice = await this.#choose(chat.draft.trim() !== "");
    if (choice.kind === "use") await this.use(chat, choice.prompt);
    else await this.#manage(choice, chat.draft);
    return choice.kind === "use";
  }

  /** Puts the prompt into the composer, below what is there. The user still has to send it. */
  async use(chat: Chat, prompt: SavedPrompt): Promise<void> {
    const text = await this.#parts.filler.fill(prompt);
    const chats = this.#parts.chats;
    // The conversation may have been deleted meanwhile.
    if (text === undefined || chats.of(chat.conversation.id) !== chat) return;
    await this.#setExpert(chat, prompt);
    chat.draft = [chat.draft.trimEnd(), text].filter(Boolean).join("\n\n");
  }

  /** Saves a question under a name. */
  save(text: string): Promise<void> {
    return this.#parts.newPrompt.save(text);
  }

  async #choose(canSave: boolean): Promise<PromptChoice> {
    for (;;) {
      const choice = await pickPrompt(this.#parts.saved, canSave);
      if (choice.kind !== "delete") return choice;
      await this.#delete(choice.prompt);
    }
  }

  async #manage(choice: PromptChoice, draft: string): Promise<void> {
    if (choice.kind === "new") await this.#parts.newPrompt.write();
    else if (choice.kind === "save") await this.save(draft);
    else if ("prompt" in choice)
      await vscode.window.showTextDocument(vscode.Uri.file(choice.prompt.file));
  }

  /** At once: its file comes back by *Undo*. */
  async #delete({ name, file }: SavedPrompt): Promise<void> {
    const uri = vscode.Uri.file(file);
    const bytes = await vscode.workspace.fs.readFile(uri);
    await vscode.workspace.fs.delete(uri);
    const sentence = t("Deleted the prompt “{0}”.", plainText(name, 60));
    const undo = async (): Promise<void> => {
      // Another one may have its name by now.
      if (await fileExists(uri))
        throw new LocalError("storage", t("There is already a file {0}.", path.basename(file)));
      await vscode.workspace.fs.writeFile(uri, bytes);
    };
    fireAndForget(() => offerUndo({ sentence, undo }, this.#parts.notify));
  }

  /** What the prompt names is shown in the header. In Restricted Mode a workspace does not choose. */
  async #setExpert(chat: Chat, prompt: SavedPrompt): Promise<void> {
    const { roster, sender } = this.#parts;
    if (prompt.folder !== undefined && !vscode.workspace.isTrusted) return;
    const current = sender.expertOf(chat);
    const { expertId, abilityId, missing } = expertFor(prompt, roster.list, current);
    if (missing !== undefined) fireAndForget(() => offerToAdd(missing, chat));
    if (expertId !== undefined) sender.pick(chat, expertId);
    const id = expertId ?? current?.id;
    if (id !== undefined && abilityId !== undefined) await roster.choose(id, { abilityId });
  }
}

const addExpertLabel = t("Add Expert");

async function offerToAdd(expert: string, { pending }: Chat): Promise<void> {
  const id = Number(expert);
  const chosen = await announce(
    t(
      "This prompt is meant for the expert {0}, which you have not added. The question stays with the expert that the chat shows.",
      plainText(expert, 60),
    ),
    isId(id) ? [addExpertLabel] : [],
    { chat: pending },
  );
  if (chosen === addExpertLabel) await vscode.commands.executeCommand("expertHub.addExpert", id);
}
