import * as vscode from "vscode";
import { type Disposable, Owner } from "../../../kit/disposable";
import type { Log } from "../../../platform/core/ports";
import { modelVendor, participantId, section, toolIds } from "../../../platform/editor/manifest";
import {
  chatApi,
  knownModels,
  languageModels,
  registerOptional,
} from "../../../platform/editor/optionalApi";
import type { Agents } from "./index";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { lazy } from "../../../kit/lazy";
import type { HubInUse } from "../../experts/core/setup";
import type { ListedModel, ListedModelsParts } from "./languageModel/listedModels";

/** Registers the tools of the manifest; the first call loads what stands behind them. */
export function registerTools(log: Log, agents: () => Promise<Agents>): Disposable {
  return vscode.Disposable.from(
    ...toolIds.map((id) => {
      const tool = async () => (await (await agents()).tools())[id];
      return registerOptional(log, id, () =>
        languageModels().registerTool?.(id, {
          prepareInvocation: async (options, token) =>
            (await tool()).prepareInvocation?.(options, token),
          invoke: async (options, token) => (await tool()).invoke(options, token),
        }),
      );
    }),
  );
}

/** Registers `@expert` in VS Code's chat; the first message loads what answers. */
export function registerParticipant(
  log: Log,
  extensionUri: vscode.Uri,
  agents: () => Promise<Agents>,
): Disposable {
  return registerOptional(log, "chat participants", () => {
    const participant = chatApi().createChatParticipant?.(
      participantId,
      async (request, context, stream, token) => {
        const expert = await (await agents()).participant();
        return expert.respond({ request, context, stream }, token);
      },
    );
    if (!participant) return undefined;
    participant.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
    participant.followupProvider = {
      provideFollowups: async (result) => (await (await agents()).participant()).followUps(result),
    };
    return participant;
  });
}

const isServerOn = (): boolean =>
  vscode.workspace.getConfiguration(section).inspect("mcpServer.enabled")?.globalValue === true;

/** Offers the MCP server to VS Code and starts it, once the user has turned it on. */
export function registerMcp(log: Log, agents: () => Promise<Agents>): Disposable {
  const owned: Disposable[] = [];
  let isOffered = false;
  const offer = (): void => {
    if (isOffered || !isServerOn()) return;
    isOffered = true;
    fireAndForget(async () => {
      const { OfferedServer } = await import("./mcp/offeredServer");
      owned.push(new OfferedServer(log, async () => (await agents()).mcp()));
    });
  };
  // Reading the settings is not part of the activation.
  const soon = setImmediate(offer);
  owned.push({ dispose: () => clearImmediate(soon) });
  owned.push(vscode.workspace.onDidChangeConfiguration(offer));
  return { dispose: () => owned.forEach((one) => one.dispose()) };
}

const listedModelsModule = () => import("./languageModel/listedModels");

const chatSetting = `${section}.chat.enabled`;

interface ModelEntrancesParts {
  readonly log: Log;
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
    this.register(
      registerOptional(parts.log, "language models", () =>
        languageModels().registerLanguageModelChatProvider?.(modelVendor, this),
      ),
    );
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(chatSetting)) this.#changed.fire();
      }),
    );
    // VS Code calls a participant only once it knows a model, and asks for ours too late by itself.
    const soon = setImmediate(() => {
      if (isChatOn()) fireAndForget(() => knownModels({ vendor: modelVendor }));
    });
    this.register({ dispose: () => clearImmediate(soon) });
  }

  async provideLanguageModelChatInformation(): Promise<ListedModel[]> {
    return isChatOn() ? this.#listed() : [];
  }

  async provideLanguageModelChatResponse(
    model: ListedModel,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const experts = await (await this.#parts.agents()).models();
    await experts.respond({ model, messages, options }, progress, token);
  }

  async provideTokenCount(
    _: ListedModel,
    counted: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return (await listedModelsModule()).tokenCount(counted);
  }

  async #listed(): Promise<ListedModel[]> {
    const [hub, { listedModels }] = await Promise.all([this.#hub(), listedModelsModule()]);
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
function isChatOn(): boolean {
  return vscode.workspace.getConfiguration().get(chatSetting) === true;
}
