import type { Command } from "../../../platform/editor/command";
import type { ModelPrompts } from "./modelPrompts";

/** Chooses a model of an OpenAI-compatible server by its address; with the id of one, asks for its key. */
export function useModelAddress(prompts: ModelPrompts): Command {
  return {
    id: "expertHub.useModelAddress",
    async run(modelId?: unknown): Promise<void> {
      const known = typeof modelId === "number" ? prompts.servedModel(modelId) : undefined;
      if (known) await prompts.enterKey(known);
      else await prompts.fromAddress();
    },
  };
}
