import path from "node:path";
import * as vscode from "vscode";
import { BuiltInHub } from "../../../src/app/connection/builtInHub";
import type { BuiltInHubModule } from "../../../src/app/connection/builtInHubApi";
import type { Connection } from "../../../src/app/connection/connection";
import type { Roster } from "../../../src/app/experts/roster";
import { ChosenModels } from "../../../src/app/models/chosenModels";
import type { ModelChoice } from "../../../src/app/models/modelChoice";
import type { Core } from "../../../src/editor/core";
import { buildModels } from "../../../src/editor/models";
import { ModelKeys } from "../../../src/editor/models/modelKeys";
import type { CommandId } from "../../../src/editor/workbench/manifest";
import type { Notify } from "../../../src/editor/workbench/notify";
import { UserNetwork } from "../../../src/hub/userNetwork";
import { MemoryStore } from "./connected";
import { extension } from "./hub";
import { secretsIn } from "./secretsIn";
import { textOf, withWindow } from "./standIns";

const bundle = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
const load = async () => (await import(bundle)) as BuiltInHubModule;

export const at = (address: string, identifier: string): ModelChoice => ({
  kind: "address",
  address,
  identifier,
});

export type ModelStage = ReturnType<typeof modelStage>;

/** The commands for language models, with what they did. */
export function modelStage({ builtIn = true } = {}) {
  const did: string[] = [];
  const told: string[] = [];
  const held = new Map<string, string>();
  const list: { id: number; modelId?: number }[] = [{ id: 1 }, { id: 2 }];
  const models = new ChosenModels(new MemoryStore());
  const modelKeys = new ModelKeys(secretsIn(held));
  const network = new UserNetwork(() => ({}));
  const roster = {
    list,
    refresh: async (id: number) => did.push(`refresh ${id}`),
    markSeen: async (id: number) => did.push(`seen ${id}`),
    choose: async (id: number, { modelId }: { modelId?: number }) =>
      did.push(`choose ${id} ${modelId}`),
  } as unknown as Roster;
  const connection = { hub: { builtIn } } as unknown as Connection;
  const builtInHub = new BuiltInHub({ load, folders: () => [] });
  const core = { connection, roster, models, modelKeys, network, builtInHub };
  const notify = { information: (sentence: string) => told.push(sentence) } as unknown as Notify;
  const { commands, useNewest } = buildModels({
    core: core as unknown as Core,
    workbench: { notify, snapshots: undefined as never, commands: [] },
  });
  const run = async (id: CommandId, ...args: unknown[]) =>
    commands.find((command) => command.id === id)?.run(...args);
  return { ...core, run, useNewest, did, told, held, list };
}

/** Types these texts into the boxes that open, then leaves them, and picks this row of the list. */
export async function entering(
  { types, picks }: { types: (string | undefined)[]; picks?: string },
  run: () => Promise<unknown>,
) {
  const boxes: vscode.InputBoxOptions[] = [];
  const lists: { rows: string[]; options: vscode.QuickPickOptions }[] = [];
  const showInputBox = async (options: vscode.InputBoxOptions) => {
    boxes.push(options);
    return types[boxes.length - 1];
  };
  const showQuickPick = async (
    given: Thenable<vscode.QuickPickItem[]> | vscode.QuickPickItem[],
    options: vscode.QuickPickOptions,
  ) => {
    const items = await given;
    lists.push({ rows: textOf(items), options });
    return items.find(({ label }) => label === picks);
  };
  await withWindow({ showInputBox, showQuickPick }, run);
  return { boxes, lists };
}
