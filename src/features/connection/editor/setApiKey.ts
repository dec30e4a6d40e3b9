import type { ConnectionPrompts } from "./connectionPrompts";
import type { Command } from "../../../platform/editor/command";

export function setApiKey(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.setApiKey",
    async run(): Promise<void> {
      await prompts.setKey();
    },
  };
}
