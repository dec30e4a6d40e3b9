import path from "node:path";
import type * as vscode from "vscode";
import type { QuestionSender } from "../../asking/core/questionSender";
import type { OpenChats } from "../../asking/core/openChats";
import type { Roster } from "../../experts/core/roster";
import type { PromptFilesModule } from "../../../contract/savedPrompt";
import type { Own } from "../../../kit/disposable";
import type { AttachmentsFeature } from "../../attachments/editor";
import type { Command } from "../../../platform/editor/commands";
import type { Notify } from "../../../platform/editor/notify";
import { Prompts, PromptFiller, NewPrompt } from "./prompts";
import { SavedPrompts } from "./savedPrompts";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";

export type { Prompts } from "./prompts";

interface PromptsFeatureParts {
  readonly context: Pick<vscode.ExtensionContext, "extensionPath" | "globalStorageUri">;
  readonly roster: Roster;
  readonly selection: AttachmentsFeature;
  readonly chats: OpenChats;
  readonly sender: Pick<QuestionSender, "expertOf" | "pick">;
  readonly notify: Notify;
  readonly own: Own;
}

interface PromptsFeature {
  readonly prompts: Prompts;
  readonly commands: readonly Command[];
}

/** Questions that are saved under a name, and the ways to use them. */
export function buildPrompts(parts: PromptsFeatureParts): PromptsFeature {
  const { context, roster, selection, chats, sender, notify, own } = parts;
  const bundle = path.join(context.extensionPath, "dist", "promptFiles.cjs");
  const load = async () => (await import(bundle)) as PromptFilesModule;
  const saved = own(new SavedPrompts(load, context.globalStorageUri));
  const filler = new PromptFiller(selection);
  const newPrompt = new NewPrompt(saved);
  const prompts = new Prompts({ saved, filler, newPrompt, roster, chats, sender, notify });
  return { prompts, commands: [savePrompt(prompts, chats)] };
}

/** Saves the question in the composer; the chat has the command that uses it. */
function savePrompt(prompts: Prompts, chats: OpenChats): Command {
  return {
    id: "expertHub.savePrompt",
    async run(): Promise<void> {
      const [{ draft }] = chats.shown;
      if (draft.trim() === "")
        throw new HubError(
          "invalid-request",
          t("Type a question into the chat first, then save it."),
        );
      await prompts.save(draft);
    },
  };
}
