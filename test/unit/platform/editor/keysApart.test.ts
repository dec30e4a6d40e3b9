import { questionTools } from "../../../support/questionTools";
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ExpertOptions } from "../../../../src/features/asking/core/options";
import { ContextSizes } from "../../../../src/features/models/core/contextSizes";
import { QuestionRunner } from "../../../../src/features/asking/core/questionRunner";
import { BuiltInHub } from "../../../../src/features/connection/core/builtInHub";
import type { OwnHub } from "../../../../src/features/connection/core/connection";
import { Conversation } from "../../../../src/features/conversation/core/conversation";
import { buildHubInUse } from "../../../../src/features/experts/core/setup";
import type { Settings } from "../../../../src/platform/core/ports";
import { removeHub } from "../../../../src/features/experts/core/removeHub";
import { Conversations } from "../../../../src/features/conversation/core/conversations";
import { DiskFiles } from "../../../../src/platform/editor/diskFiles";
import { FileStore } from "../../../../src/platform/editor/fileStore";
import { Keychain } from "../../../../src/platform/editor/keychain";
import type { Disposable } from "../../../../src/kit/disposable";
import { Emitter } from "../../../../src/kit/event";
import { rawJson, startRawServer, type RawExchange } from "../../../support/rawServer";
import { until } from "../../../support/until";
import { atEnd, closeAll } from "../../client/hubFixture";
import { TestSecrets } from "./secretStorage";
import { noPolicy } from "../../../../src/policy/policy";
import { noPictures } from "../../../support/pictures";

/** What a hub answers; each of them sends back the key that it was sent. */
type Manner = "fine" | "held" | "redirect" | "refused" | "broken" | "closed" | "no JSON";

const builtIn = new BuiltInHub({
  load: () => Promise.reject(new Error("not here")),
  folders: () => [],
});

/** A hub that keeps every byte that reaches it, whether it is a whole request or not. */
async function spyingHub(next: () => string) {
  const hub = { origin: "", received: "", manner: "fine" as Manner, held: [] as RawExchange[] };
  const answer = (exchange: RawExchange) => {
    const { request, socket } = exchange;
    const sent = /svc-api-key: (\S+)/i.exec(request)?.[1];
    if (request.startsWith("POST ") && hub.manner === "held") hub.held.push(exchange);
    else if (hub.manner === "closed") socket.destroy();
    else if (hub.manner === "redirect")
      socket.write(rawJson({}, { status: 307, head: [`Location: ${next()}/api/v1/get_user`] }));
    else if (hub.manner === "refused")
      socket.write(rawJson({ error: 4, message: `wrong: ${sent}` }, { status: 401 }));
    else if (hub.manner === "broken")
      socket.write(rawJson({ error: 5, message: `failed: ${sent}` }, { status: 500 }));
    else if (hub.manner === "no JSON") socket.write(rawJson(`{"output": "${sent}`));
    else socket.write(rawJson(sound(request, sent)));
  };
  const server = await startRawServer({
    answer,
    connected: (socket: Socket) =>
      void socket.on("data", (chunk) => (hub.received += chunk.toString("latin1"))),
  });
  atEnd(() => server.close());
  return Object.assign(hub, { origin: server.origin });
}

function sound(request: string, sent: string | undefined): unknown {
  if (request.includes("/get_user"))
    return [{ user: { user_id: "u", name: `Ada ${sent}`, user_metadata: { api_keys: [sent] } } }];
  if (request.includes("/get_expert")) return [{ id: 7, name: "Seven", description: sent }];
  return { output: `Your key is ${sent}.`, chat_history: [{ role: "user", content: sent }] };
}

/** Knows what is still being written: a temporary file goes away once it is. */
class SettlingStore extends FileStore {
  readonly #saving = new Set<Promise<void>>();

  override update(key: string, change: (value: unknown) => unknown): Promise<void> {
    const saved = super.update(key, change).finally(() => this.#saving.delete(saved));
    this.#saving.add(saved);
    return saved;
  }

  async settle(): Promise<void> {
    while (this.#saving.size > 0) await Promise.allSettled(this.#saving);
  }
}

async function window() {
  const folder = await mkdtemp(path.join(tmpdir(), "hubs-"));
  const owned: Disposable[] = [];
  const own = <T extends Disposable>(one: T): T => (owned.push(one), one);
  const changed = new Emitter<void>();
  const settings = {
    baseUrl: "",
    hubUrl: "",
    timeoutSeconds: 10,
    temperature: undefined,
    memory: "both",
    historyTurns: 20,
    roles: { user: "user", assistant: "assistant" },
    sendUserId: true,
    setBaseUrl: async (baseUrl: string) => {
      settings.baseUrl = baseUrl;
      changed.fire();
    },
    setHubUrl: async () => {},
    onDidChange: changed.event,
  } satisfies Settings & { baseUrl: string };
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const secrets = new TestSecrets();
  const keys = own(new Keychain(secrets));
  const store = new SettlingStore(path.join(folder, "shared"));
  const expertStore = new SettlingStore(path.join(folder, "experts"));
  const hubInUse = buildHubInUse(
    {
      settings,
      keys,
      store,
      expertStore,
      log: { info: line, warn: line, error: line },
      builtInHub: builtIn,
      network: () => ({ noProxy: ["127.0.0.1"] }),
      onSent: () => undefined,
      policy: noPolicy,
    },
    own,
  );
  const conversations = own(new Conversations(new DiskFiles(path.join(folder, "conversations"))));
  const contexts = own(new ContextSizes(store, { find: () => undefined }));
  const runner = own(
    new QuestionRunner({
      ...hubInUse,
      settings,
      contexts,
      tools: questionTools(hubInUse),
      pictures: noPictures,
    }),
  );
  const options = own(new ExpertOptions(hubInUse.connection, store, settings));
  atEnd(async () => {
    for (const one of owned.toReversed()) one.dispose();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
  const remove = removeHub({ ...hubInUse, options, keys, stopQuestions: () => runner.stopAll() });
  const settle = () => Promise.all([conversations.settle(), store.settle(), expertStore.settle()]);
  return {
    ...hubInUse,
    folder,
    lines,
    secrets,
    keys,
    conversations,
    runner,
    options,
    remove,
    settle,
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile());
  return Promise.all(files.map((one) => readFile(path.join(one.parentPath, one.name), "utf8")));
}

const { setTimeout: real } = globalThis;

/** Waits before another try, and those that gather changes, end at once; deadlines stay. */
function hurry(): void {
  globalThis.setTimeout = ((run: () => void, wait = 0, ...args: []) =>
    real(run, wait > 3_000 ? wait : 0, ...args)) as typeof setTimeout;
}

describe("the keys of several hubs", () => {
  beforeEach(hurry);
  afterEach(async () => {
    globalThis.setTimeout = real;
    await closeAll();
  });

  it("O3 K1 reach their own hub only, no log and no file, whatever is done", async () => {
    const origins: string[] = [];
    const servers = await Promise.all(
      [1, 2, 0].map((next) => spyingHub(() => origins[next] ?? "")),
    );
    origins.push(...servers.map(({ origin }) => origin));
    const here = await window();
    const { account, connection, conversations, keys, options, roster, runner } = here;

    // The last one is a second account at the first origin.
    const places = [...servers, servers[0]!];
    const hubs: OwnHub[] = [];
    const canaries = places.map((_, index) => `KEY-CANARY-${index}-${crypto.randomUUID()}`);
    for (const [index, { origin }] of places.entries()) {
      const hub = await connection.hubs.add({ baseUrl: origin, name: `Hub ${index}` });
      const trial = await connection.trial(origin, canaries[index]!);
      await trial.client.getUser();
      await trial.close();
      await keys.store(hub.scope, canaries[index]!);
      hubs.push(hub);
    }

    const ask = (conversation: Conversation, more: object = {}) => {
      const question = { typed: "Why?", expertId: 7, ...more };
      return runner.ask(conversation, runner.prepare(conversation, question));
    };
    const everything = async () => {
      const conversation = new Conversation();
      conversations.keep(conversation);
      await roster.add([7]);
      await roster.refresh(7);
      await account.current().catch(() => undefined);
      const probe = await connection.probe(() => undefined);
      await probe.client.getUser().catch(() => undefined);
      await probe.close();
      await options.choose(7, { mode: "agent", tools: { web_search: true }, documentUrls: [] });
      for (const mode of ["agent", "model"]) await ask(conversation, { mode });
      return conversation;
    };
    let kept: Conversation | undefined;
    for (const manner of ["fine", "redirect", "refused", "broken", "closed", "no JSON"] as const) {
      for (const server of servers) server.manner = manner;
      for (const hub of hubs) {
        await connection.use(hub);
        kept = await everything();
      }
    }

    // The hub is switched while each of them works on a question of one conversation.
    const running = [];
    for (const [index, hub] of hubs.entries()) {
      for (const server of servers) server.manner = "held";
      await connection.use(hub);
      running.push(ask(kept!.forkUntil(kept!.turns.at(-1)!.id, { inclusive: true })));
      await until("it is out", () => places[index]!.held.length > 0);
      const [exchange] = places[index]!.held.splice(0);
      servers[(index + 1) % servers.length]!.manner = "fine";
      await connection.use(hubs[(index + 1) % hubs.length]!);
      const next = account.current();
      exchange!.socket.write(rawJson(sound(exchange!.request, canaries[index])));
      await Promise.all([next.catch(() => undefined), running.at(-1)]);
    }

    // A hub moves to the origin of another one, one is signed out, one is removed.
    for (const server of servers) server.manner = "fine";
    await connection.use(hubs[1]!);
    await connection.hubs.setBaseUrl(hubs[1], servers[2]!.origin);
    await everything();
    await connection.use(hubs[2]!);
    await keys.forget(hubs[2]!.scope);
    await everything();
    await here.remove(hubs[3]!);
    await connection.use(hubs[0]!);
    await everything();
    await here.settle();

    const received = servers.map((server) => canaries.map((key) => server.received.includes(key)));
    assert.deepEqual(received, [
      [true, false, false, true],
      [false, true, false, false],
      [false, false, true, false],
    ]);
    assert.ok(here.lines.length > 50);
    let files: string[] = [];
    await until("no file is being replaced", async () => {
      files = await filesIn(here.folder).catch(() => []);
      return files.length > 0;
    });
    assert.ok(files.length > 20 && files.some((text) => text.includes("Your key is")));
    for (const text of [...here.lines, ...files]) assert.doesNotMatch(text, /KEY-CANARY/);
    const stored = [...here.secrets.held].map(([name, secret]) => [name, JSON.parse(secret)]);
    assert.deepEqual(stored, [
      ["expertHub.key", { origin: origins[0], key: canaries[0] }],
      [`expertHub.key#${hubs[1]!.id}`, { origin: origins[1], key: canaries[1] }],
    ]);
  });
});
