import type { Connecting } from "./connectionPrompts";
import type { Command } from "../workbench/command";

export function setApiKey(connecting: Connecting): Command {
  return {
    id: "expertHub.setApiKey",
    async run(): Promise<void> {
      await connecting.setKey();
    },
  };
}
