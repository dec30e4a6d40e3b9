import * as vscode from "vscode";
import { Owner } from "../../../kit/disposable";
import { lazy } from "../../../kit/lazy";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import type { HubInUse } from "../../experts/core/hubInUse";
import { modelVendor, section } from "../../../platform/editor/manifest";
import type { Agents } from ".";
import type { ListedModel, ListedModelsParts } from "./languageModel/listedModels";

const setting = `${section}.chat.enabled`;

export interface ModelEntrancesParts {
  hub(): Promise<HubInUse & Pick<ListedModelsParts, "settings">>;
  agents(): Promise<Agents>;
}

/** Registers the provider of language models; nothing is loaded for users who did not turn it on. */
export class ModelEntrances extends Owner implements vscode.LanguageModelChatProvider<ListedModel> {
  readonly #parts: ModelEntrancesParts;
  readonly #changed = this.register(new vscode.EventEmitter<void>());
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;

  constructor(parts: ModelEntrancesParts) {
    super();
    this.#parts = parts;
    this.register(vscode.lm.registerLanguageModelChatProvider(modelVendor, this));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(setting)) this.#changed.fire();
      }),
    );
    // VS Code calls a participant only once it knows a model, and asks for ours too late by itself.
    const soon = setImmediate(() => {
      if (isOn()) fireAndForget(() => vscode.lm.selectChatModels({ vendor: modelVendor }));
    });
    this.register({ dispose: () => clearImmediate(soon) });
  }

  async provideLanguageModelChatInformation(): Promise<ListedModel[]> {
    return isOn() ? this.#listed() : [];
  }

  async provideLanguageModelChatResponse(
    model: ListedModel,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const experts = await (await this.#parts.agents()).models();
    const text = await experts.answer({ model, messages, options }, token);
    progress.report(new vscode.LanguageModelTextPart(text));
  }

  async provideTokenCount(
    _: ListedModel,
    counted: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return (await import("./languageModel/listedModels")).tokenCount(counted);
  }

  async #listed(): Promise<ListedModel[]> {
    const [hub, { listedModels }] = await Promise.all([
      this.#hub(),
      import("./languageModel/listedModels"),
    ]);
    return listedModels(hub);
  }

  readonly #hub = lazy(async () => {
    const hub = await this.#parts.hub();
    const changed = () => this.#changed.fire();
    this.register(hub.connection.onDidChange(changed));
    this.register(hub.roster.onDidChange(changed));
    return hub;
  });
}

/** Quick, for every activation: the list itself goes by the user's own setting. */
function isOn(): boolean {
  return vscode.workspace.getConfiguration().get(setting) === true;
}
