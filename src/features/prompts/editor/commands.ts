import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { OpenChats } from "../../asking/core/openChats";
import type { Prompts } from "./prompts";

/** Saves the question in the composer; the chat has the command that uses it. */
export function savePrompt(prompts: Prompts, chats: OpenChats): Command {
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
