import type { Core } from "../../../core";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import { addModel } from "./addModel";
import { findModelServer } from "./findModelServer";
import { forgetModel } from "./forgetModel";
import { ModelPrompts } from "./modelPrompts";
import { useForExperts } from "./useForExperts";
import { useModelAddress } from "./useModelAddress";

export interface ModelsParts {
  readonly core: Core;
  readonly workbench: Workbench;
}

export interface ModelsFeature {
  readonly commands: readonly Command[];
  /** Makes the model that was chosen last, if any, the choice of these experts. */
  useNewest(expertIds: readonly number[]): Promise<void>;
}

/** The language models of the built-in hub: choosing, finding and forgetting them. */
export function buildModels({ core, workbench }: ModelsParts): ModelsFeature {
  const { connection, roster, models, modelKeys, network, builtInHub } = core;
  const { notify } = workbench;
  const prompts = new ModelPrompts({
    models,
    keys: modelKeys,
    network,
    builtInHub,
    connection,
    roster,
  });
  return {
    useNewest: async (expertIds) => {
      const [newest] = models.list;
      if (newest) await useForExperts(newest, roster, expertIds);
    },
    commands: [
      addModel(prompts),
      findModelServer(prompts, notify),
      forgetModel({ models, keys: modelKeys, roster, connection, notify }),
      useModelAddress(prompts),
    ],
  };
}
