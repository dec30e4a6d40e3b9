import type { Command } from "../workbench/command";
import type { ModelPrompts } from "./modelPrompts";

/** Chooses a model of an OpenAI-compatible server by its address. */
export function useModelAddress(prompts: ModelPrompts): Command {
  return {
    id: "expertHub.useModelAddress",
    async run(): Promise<void> {
      await prompts.fromAddress();
    },
  };
}
