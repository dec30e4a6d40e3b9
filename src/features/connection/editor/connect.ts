import type { ConnectionPrompts } from "./connectionPrompts";
import type { Command } from "../../../platform/editor/command";

export function connect(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.connect",
    async run(): Promise<void> {
      await prompts.connect();
    },
  };
}
