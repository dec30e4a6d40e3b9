import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { ListModels } from "../../../src/features/compare/core/comparisonSender";
import { buildCompare } from "../../../src/features/compare/editor";
import { ComparisonPage } from "../../../src/features/compare/editor/comparisonPage";
import { ChosenModels } from "../../../src/features/models/core/chosenModels";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { Owner } from "../../../src/kit/disposable";
import { Emitter } from "../../../src/kit/event";
import type { ArgsOf, ComparisonCalls, ResultOf } from "../../../src/page/protocol/calls";
import { chatFeature } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { extension, type TestHub } from "../support/hub";
import { canaries } from "../support/canaries";

type Calls = {
  [N in keyof ComparisonCalls]: (args?: ArgsOf<N>) => Promise<ResultOf<N>>;
};

/** A window: its chat, its comparisons and the files that it shares with the others of this folder. */
export class CompareWindow extends Owner {
  readonly connected: ReturnType<typeof connectedTo>;
  readonly chat: ReturnType<typeof chatFeature>;
  readonly compare: ReturnType<typeof buildCompare>;
  /** Whether the user agrees to all questions of a comparison. */
  confirm = async (): Promise<boolean> => true;
  /** The models of known servers; none unless a test says so. */
  listModels: ListModels = async () => undefined;
  readonly #parts: Parameters<typeof buildCompare>[0];

  static async folder(): Promise<{ folder: string; remove(): Promise<void> }> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-compare-"));
    return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
  }

  constructor(hub: TestHub, folder: string, expertIds: readonly number[]) {
    super();
    const own = this.register.bind(this);
    let key = hub.key;
    const changed = own(new Emitter<string>());
    this.connected = connectedTo(hub, {
      get: async (scope) => (new URL(scope).port === new URL(hub.baseUrl).port ? key : undefined),
      store: async (origin, stored) => {
        key = stored;
        changed.fire(origin);
      },
      forget: async () => undefined,
      onDidChange: changed.event,
    });
    const { connection, roster, settings, store } = this.connected;
    const kept = expertIds.map((id) => ({ id }));
    void roster.savedRosters.change(connection.hub!.scope, () => ({ kept }));
    this.chat = chatFeature(this.connected, {
      settings,
      folder,
      own,
      confirm: async (_, __, { summary }) => summary === undefined || this.confirm(),
    });
    this.#parts = {
      asking: this.chat,
      chat: this.chat,
      connection,
      extensionUri: extension().extensionUri,
      listModels: (...listing) => this.listModels(...listing),
      models: own(new ChosenModels(store)),
      own,
      roster,
      snapshots: own(new Snapshots()),
      store,
    };
    this.compare = buildCompare(this.#parts);
  }

  /** The page of a comparison without a document, and the calls that its document would make. */
  async page(conversationId: string, turnId: string) {
    const heard: unknown[] = [];
    const messages = new vscode.EventEmitter<unknown>();
    const { chat } = await this.chat.chats.acquire(conversationId);
    const webview = {
      postMessage: async (message: unknown) => {
        canaries.lookAtPage(message);
        heard.push(JSON.parse(JSON.stringify(message)));
        return true;
      },
      onDidReceiveMessage: messages.event,
    };
    let last = 0;
    const page = this.register(new ComparisonPage(webview, chat, turnId, this.compare.pageParts));
    const call = async (name: string, args: unknown): Promise<unknown> => {
      const id = ++last;
      messages.fire({ call: name, id, args });
      const end = Date.now() + 60_000;
      while (Date.now() < end) {
        const reply = heard.find((one) => (one as { reply?: number }).reply === id);
        if (reply) {
          const { failure, result, declined } = reply as Record<string, unknown>;
          if (failure !== undefined || declined)
            throw new Error(typeof failure === "string" ? failure : "declined");
          return result;
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      throw new Error(`${name} has no reply after a minute`);
    };
    const calls = new Proxy({} as Calls, {
      get: (_, name: string) => (args: unknown) => call(name, args),
    });
    return { page, calls, call, heard };
  }
}
