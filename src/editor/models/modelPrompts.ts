import * as vscode from "vscode";
import type { BuiltInHub } from "../../app/connection/builtInHub";
import type { ModelAddress } from "../../app/connection/builtInHubApi";
import type { Connection } from "../../app/connection/connection";
import { typedKey } from "../../app/connection/typedKey";
import type { Roster } from "../../app/experts/roster";
import type { ChosenModels } from "../../app/models/chosenModels";
import { labelOf, type ModelChoice } from "../../app/models/modelChoice";
import type { UserNetwork } from "../../hub/userNetwork";
import { ModelProblem } from "../../hub/chatModel";
import { HubError } from "../../hub/errors";
import { t } from "../../kit/l10n";
import { addressMessage } from "../workbench/addressMessage";
import { plainText } from "../workbench/plainText";
import { useForExperts } from "./useForExperts";
import type { ModelKeys } from "./modelKeys";

export interface ModelPromptsParts {
  readonly models: ChosenModels;
  readonly keys: ModelKeys;
  readonly network: UserNetwork;
  readonly builtInHub: BuiltInHub;
  readonly connection: Connection;
  readonly roster: Roster;
}

/** A model that a server offers. */
export interface FoundModel {
  readonly address: ModelAddress;
  readonly identifier: string;
}

/** Prompts for a language model of the built-in hub. */
export class ModelPrompts {
  readonly #parts: ModelPromptsParts;

  constructor(parts: ModelPromptsParts) {
    this.#parts = parts;
  }

  /** Throws an error whose message says what is wrong with the address. */
  async addressOf(typed: string): Promise<ModelAddress> {
    return (await this.#parts.builtInHub.module()).modelAddress(typed);
  }

  /** The models of a server. Rejects with `ModelProblem`. */
  async list(address: ModelAddress, signal: AbortSignal, key?: string): Promise<string[]> {
    const { builtInHub, keys, network } = this.#parts;
    const { listModels } = await builtInHub.module();
    const stored = () => (key === undefined ? keys.get(address.origin) : Promise.resolve(key));
    return listModels({ address, send: network.send, key: stored }, signal);
  }

  async fromAddress(): Promise<void> {
    const { modelAddress } = await this.#parts.builtInHub.module();
    const typed = await vscode.window.showInputBox({
      title: t("Address of a model server"),
      prompt: t(
        "Base address of a server with OpenAI-compatible Chat Completions. Plain http is accepted only for this computer.",
      ),
      placeHolder: t("http://127.0.0.1:11434 or https://models.example/v1"),
      ignoreFocusOut: true,
      validateInput: (value) => addressMessage(value),
    });
    if (typed === undefined || typed.trim() === "") return;
    const address = modelAddress(typed);
    const listed = await this.#listed(address);
    if (listed) await this.pick(listed.map((identifier) => ({ address, identifier })));
  }

  /** Lets the user pick one of these, or name another one of the same server. */
  async pick(found: readonly FoundModel[]): Promise<void> {
    const rows = found.map(({ address, identifier }) => ({
      label: plainText(identifier, 200),
      description: address.host,
      choice: { kind: "address", address: address.base, identifier } as const,
    }));
    const picked = await vscode.window.showQuickPick(rows, {
      title: t("Language model for the built-in hub"),
      placeHolder: t("Choose a model; nothing is sent to it before you agree"),
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (picked) await this.choose(picked.choice);
  }

  /** Makes a model the choice of the built-in hub's experts, and says so. */
  async choose(choice: ModelChoice): Promise<void> {
    const { models, connection, roster } = this.#parts;
    await models.choose(choice);
    if (connection.hub?.builtIn) {
      await useForExperts(choice, roster);
      return;
    }
    const start = t("Try the Built-in Hub");
    const sentence = t(
      "{0} is ready for the experts of the built-in hub.",
      plainText(labelOf(choice), 200),
    );
    if ((await vscode.window.showInformationMessage(sentence, start)) === start)
      await vscode.commands.executeCommand("expertHub.startLocalHub");
  }

  /** Asks for a key where the server wants one, and stores it once the server has accepted it. */
  async #listed(address: ModelAddress): Promise<string[] | undefined> {
    try {
      return await this.#listing(address);
    } catch (error) {
      if (!ModelProblem.is(error)) throw error;
      if (error.kind !== "bad-key") throw new HubError("network", error.message);
    }
    const key = await this.#key(address);
    if (key === undefined) return undefined;
    try {
      const listed = await this.#listing(address, key);
      await this.#parts.keys.store(address.origin, key);
      return listed;
    } catch (error) {
      throw ModelProblem.is(error) ? new HubError("network", error.message) : error;
    }
  }

  async #listing(address: ModelAddress, key?: string): Promise<string[]> {
    const listed = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Window,
        title: t("Asking {0} for its models", address.host),
      },
      () => this.list(address, new AbortController().signal, key),
    );
    if (listed.length > 0) return listed;
    throw new ModelProblem("not-found", t("{0} offers no models yet.", address.host));
  }

  async #key({ origin }: ModelAddress): Promise<string | undefined> {
    const typed = await vscode.window.showInputBox({
      title: t("Key for {0}", plainText(origin, 300)),
      prompt: t("It is kept in VS Code's secret storage and sent to this address only."),
      placeHolder: t("Paste the key"),
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) =>
        value.trim() === "" || typedKey(value) !== undefined
          ? undefined
          : t("A key contains only plain letters, digits and symbols, without spaces."),
    });
    return typed === undefined || typed.trim() === "" ? undefined : typedKey(typed);
  }
}
