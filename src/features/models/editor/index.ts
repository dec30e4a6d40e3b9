import type { UserNetwork } from "../../../client/userNetwork";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";
import { type ChosenModels, useForExperts } from "../core/chosenModels";
import { addModel } from "./addModel";
import { findModelServer, forgetModel, useModelAddress } from "./commands";
import type { ModelKeys } from "./modelKeys";
import { ModelPrompts } from "./modelPrompts";

export interface ModelsParts {
  readonly connection: Connection;
  readonly roster: Roster;
  readonly models: ChosenModels;
  readonly modelKeys: ModelKeys;
  readonly network: UserNetwork;
  readonly builtInHub: BuiltInHub;
  readonly workbench: Pick<Workbench, "notify">;
}

export interface ModelsFeature {
  readonly commands: readonly Command[];
  /** Makes the model that was chosen last, if any, the choice of these experts. */
  useNewest(expertIds: readonly number[]): Promise<void>;
}

/** The language models of the built-in hub: choosing, finding and forgetting them. */
export function buildModels(parts: ModelsParts): ModelsFeature {
  const { connection, roster, models, modelKeys, network, builtInHub } = parts;
  const { notify } = parts.workbench;
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
