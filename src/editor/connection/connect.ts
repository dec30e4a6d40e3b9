import type { ConnectionPrompts } from "./connectionPrompts";
import type { Command } from "../workbench/command";

export function connect(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.connect",
    async run(): Promise<void> {
      await prompts.connect();
    },
  };
}
