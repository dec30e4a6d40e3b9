import type { Command } from "../../../platform/editor/commands";
import { useForExperts } from "../core/chosenModels";
import { addModel } from "./addModel";
import { editAddress } from "./editAddress";
import { findModelServer, forgetModel, useModelAddress, type ModelsParts } from "./commands";
import { ModelPrompts } from "./modelPrompts";

interface ModelsFeature {
  readonly commands: readonly Command[];
  /** Makes the model that was chosen last, if any, the choice of these experts. */
  useNewest(expertIds: readonly number[]): Promise<void>;
  readonly listKnown: ModelPrompts["listKnown"];
}

/** The language models of the built-in hub: choosing, finding and forgetting them. */
export function buildModels(parts: ModelsParts): ModelsFeature {
  const prompts = new ModelPrompts(parts);
  return {
    useNewest: async (expertIds) => {
      const [newest] = parts.models.list;
      if (newest) await useForExperts(newest, parts.roster, expertIds);
    },
    listKnown: (onListed, signal) => prompts.listKnown(onListed, signal),
    commands: [
      addModel(prompts),
      editAddress(parts),
      findModelServer(prompts, parts.notify),
      forgetModel(parts),
      useModelAddress(prompts),
    ],
  };
}
