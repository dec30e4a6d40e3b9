import path from "node:path";
import * as vscode from "vscode";
import { BuiltInHub } from "../../../src/features/connection/core/builtInHub";
import type { BuiltInHubModule } from "../../../src/contract/builtInHubApi";
import type { Connection } from "../../../src/features/connection/core/connection";
import type { Roster } from "../../../src/features/experts/core/roster";
import { PlainHttp } from "../../../src/features/connection/core/plainHttp";
import { StoredExtras } from "../../../src/features/connection/editor/storedExtras";
import { ChosenModels, type ModelChoice } from "../../../src/features/models/core/chosenModels";
import { ContextSizes } from "../../../src/features/models/core/contextSizes";
import { buildModels } from "../../../src/features/models/editor";
import type { ModelsParts } from "../../../src/features/models/editor/commands";
import { ModelKeys } from "../../../src/features/models/editor/modelKeys";
import type { CommandId } from "../../../src/platform/editor/manifest";
import { UserNetwork } from "../../../src/client/userNetwork";
import { MemoryStore } from "./connected";
import { extension } from "./hub";
import { notifyRecording } from "./messages";
import { secretsIn } from "./secretsIn";
import { quickPick, textOf, withWindow } from "./standIns";
import { noPolicy, type Policy } from "../../../src/policy/policy";

const bundle = path.join(extension().extensionPath, "dist", "builtInHub.cjs");
const load = async () => (await import(bundle)) as BuiltInHubModule;

export const at = (address: string, identifier: string): ModelChoice => ({
  kind: "address",
  address,
  identifier,
});

export type ModelFixture = ReturnType<typeof modelFixture>;

/** The commands for language models, with what they did. */
export function modelFixture({ builtIn = true } = {}) {
  const did: string[] = [];
  const told: string[] = [];
  const held = new Map<string, string>();
  const list: { id: number; modelId?: number }[] = [{ id: 1 }, { id: 2 }];
  const store = new MemoryStore();
  const models = new ChosenModels(store);
  const contexts = new ContextSizes(store, models);
  const modelKeys = new ModelKeys(secretsIn(held));
  const network = new UserNetwork(
    () => ({}),
    () => undefined,
  );
  const roster = {
    list,
    get: (id: number) => list.find((one) => one.id === id),
    get current() {
      return list[0];
    },
    refresh: async (id: number) => did.push(`refresh ${id}`),
    markSeen: async (id: number) => did.push(`seen ${id}`),
    choose: async (id: number, { modelId }: { modelId?: number }) =>
      did.push(`choose ${id} ${modelId}`),
  } as unknown as Roster;
  const policy: { current: Policy } = { current: noPolicy.current };
  const plainHttp = new PlainHttp(store, policy);
  const hubs = { list: [] };
  const connection = { hub: { builtIn }, hubs, policy, plainHttp } as unknown as Connection;
  const extras = new StoredExtras(secretsIn(held), store);
  const builtInHub = new BuiltInHub({ load, folders: () => [] });
  const core = { connection, roster, models, contexts, modelKeys, extras, network, builtInHub };
  const { commands, useNewest } = buildModels({
    ...(core as unknown as Omit<ModelsParts, "notify">),
    notify: notifyRecording(told),
  });
  const run = async (id: CommandId, ...args: unknown[]) =>
    commands.find((command) => command.id === id)?.run(...args);
  return { ...core, policy, run, useNewest, did, told, held, list };
}

/** Pressed instead of typing. */
export const back = Symbol("back");

/** What to type into the boxes that open, one after the other; `undefined` leaves. */
type Types = readonly (string | typeof back | undefined)[];

/**
 * Types these texts into the boxes that open, then leaves them, and picks this row of each list, or the
 * one that appears while `named` is typed.
 */
export async function entering(
  { types, picks, named }: { types: Types; picks?: string | readonly string[]; named?: string },
  run: () => Promise<unknown>,
) {
  const left = [...types];
  const picked = () => (typeof picks === "object" ? picks[lists.length - 1] : picks);
  const boxes: Partial<Shown>[] = [];
  const said: string[] = [];
  const lists: { rows: string[]; options: vscode.QuickPickOptions }[] = [];
  const createInputBox = () => {
    const box = inputBox(() => left.shift(), said);
    boxes.push(box);
    return box;
  };
  const showInputBox = async (options: vscode.InputBoxOptions) => {
    boxes.push(options);
    return left.shift();
  };
  const createQuickPick = () => {
    const list = quickPick();
    const show = async () => {
      await new Promise(setImmediate);
      const { title, placeholder, matchOnDescription } = list.box;
      const { ignoreFocusOut } = list.box as { ignoreFocusOut?: boolean };
      const options = { title, placeHolder: placeholder, matchOnDescription };
      lists.push({
        rows: list.rows(),
        options: { ...options, ...(ignoreFocusOut !== undefined && { ignoreFocusOut }) },
      });
      if (named !== undefined) list.type(named);
      const label = named === undefined ? picked() : list.box.items.at(-1)?.label;
      if (list.box.items.some((item) => item.label === label)) list.accept(label ?? "");
      else list.box.hide();
    };
    return Object.assign(list.box, { show: () => void show() });
  };
  const showQuickPick = async (
    given: Thenable<vscode.QuickPickItem[]> | vscode.QuickPickItem[],
    options: vscode.QuickPickOptions,
  ) => {
    const items = await given;
    lists.push({ rows: textOf(items), options });
    return items.find(({ label }) => label === picked());
  };
  await withWindow({ createInputBox, showInputBox, createQuickPick, showQuickPick }, run);
  return { boxes, lists, said };
}

type Shown = Pick<vscode.InputBox, "title" | "prompt" | "value" | "password" | "buttons"> &
  Pick<vscode.InputBoxOptions, "ignoreFocusOut" | "validateInput">;

/** An input box that is not shown: the test takes the place of the user, whenever it can be typed into. */
function inputBox(next: () => Types[number], said: string[]) {
  const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const changed = new vscode.EventEmitter<string>();
  const triggered = new vscode.EventEmitter<vscode.QuickInputButton>();
  const done = new AbortController();
  const box = {
    title: "",
    prompt: "",
    placeholder: "",
    value: "",
    password: false,
    ignoreFocusOut: false,
    busy: false,
    enabled: true,
    buttons: [] as readonly vscode.QuickInputButton[],
    set validationMessage(sentence: string | undefined) {
      if (sentence !== undefined) said.push(sentence);
    },
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: changed.event,
    onDidTriggerButton: triggered.event,
    show: () => void type(),
    hide: () => hidden.fire(),
    dispose: () => done.abort(),
  };
  const type = async () => {
    while (!done.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (done.signal.aborted || box.busy) continue;
      const text = next();
      if (text === undefined) return box.hide();
      if (text === back) return triggered.fire(vscode.QuickInputButtons.Back);
      box.value = text;
      changed.fire(text);
      accepted.fire();
    }
    return undefined;
  };
  return box;
}
