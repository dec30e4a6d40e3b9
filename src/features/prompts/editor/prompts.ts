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
import { tell } from "../../../platform/editor/confirm";
import { fileExists } from "../../../platform/editor/newFile";
import type { Notify } from "../../../platform/editor/notify";
import { offerUndo } from "../../../platform/editor/offerUndo";
import { plainText } from "../../../platform/editor/plainText";
import type { NewPrompt } from "./newPrompt";
import type { PromptFiller } from "./promptFiller";
import { pickPrompt, type PromptChoice } from "./promptPick";
import type { SavedPrompts } from "./savedPrompts";

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

async function offerToAdd(expert: string, { held }: Chat): Promise<void> {
  const id = Number(expert);
  const chosen = await tell(
    t(
      "This prompt is meant for the expert {0}, which you have not added. The question stays with the expert that the chat shows.",
      plainText(expert, 60),
    ),
    isId(id) ? [addExpertLabel] : [],
    { chat: held },
  );
  if (chosen === addExpertLabel) await vscode.commands.executeCommand("expertHub.addExpert", id);
}
