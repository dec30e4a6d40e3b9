import type { Connecting } from "./connectionPrompts";
import type { Command } from "../workbench/command";

export function connect(connecting: Connecting): Command {
  return {
    id: "expertHub.connect",
    async run(): Promise<void> {
      await connecting.connect();
    },
  };
}
