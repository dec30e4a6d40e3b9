import { questionTools } from "../../../../support/questionTools";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Account } from "../../../../../src/features/connection/core/account";
import { ActivityLog, logFile } from "../../../../../src/features/activity/core/activityLog";
import {
  isInsertion,
  type RequestEntry,
} from "../../../../../src/features/activity/core/activityEntry";
import * as builtInHub from "../../../../../src/builtInHub/index";
import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import {
  type ModelMessage,
  servedModelKey,
  type ServedModel,
} from "../../../../../src/contract/chatModel";
import { callers } from "../../../../../src/contract/vocabulary";
import { modelId } from "../../../../../src/client/modelId";
import { UserNetwork } from "../../../../../src/client/userNetwork";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Question } from "../../../../../src/features/conversation/core/question";
import { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import { ChosenModels } from "../../../../../src/features/models/core/chosenModels";
import { QuestionRunner } from "../../../../../src/features/asking/core/questionRunner";
import { Roster } from "../../../../../src/features/experts/core/roster";
import { Limiter } from "../../../../../src/kit/limiter";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { withFaults } from "../../../../support/faults/faults";
import type { HubWithFaults } from "../../../../support/faults/hub";
import { sized } from "../../../../support/testSize";
import { until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { connected } from "../../../support/appFixture";
import { editorModelAt, type ProviderBody } from "./editorModelAt";
import { answerPart, hubReply, modelReply, providerReply, webReply } from "./scriptedReplies";
import { type SeenRequest, strictServer } from "./strictServer";
import { noPictures } from "../../../../support/pictures";

const key = "KEY-CANARY-4d1f";
const modelKey = "sk-MODEL-CANARY-77ab";
const selected = "SELECTION-CANARY-91";
const vendor = "scripted";

/** A window with the log on: a hub of the user's own, the built-in hub, a model, a search, a document. */
async function office() {
  const folder = mkdtempSync(path.join(tmpdir(), "expert-hub-"));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  const log = new ActivityLog({
    files: async () => new DiskFiles(folder),
    days: () => 90,
    log: { warn: (line) => assert.fail(line) },
  });
  const times = new Map<string, number>();
  const nth = (of: string) => times.set(of, (times.get(of) ?? 0) + 1).get(of)!;
  const hub = await strictServer(key, (seen) => hubReply(seen, nth));
  const web = await strictServer(undefined, webReply);
  const models = await strictServer(undefined, (seen) => modelReply(seen, web.origin));
  const network = new UserNetwork(() => ({ noProxy: ["127.0.0.1"] }), log.sent);
  atEnd(async () => network.dispose());
  const model: ServedModel = {
    address: `${models.origin}/v1`,
    identifier: "scripted",
    send: network.send,
    key: async () => modelKey,
  };
  const provider = await strictServer(undefined, providerReply);
  const editorModel = editorModelAt(provider.origin, { vendor, onSent: log.sent });
  const builtIn: HubWithFaults[] = [];
  const fixture = await connected(
    undefined,
    async () => ({
      ...builtInHub,
      startBuiltInHub: async (options: BuiltInHubOptions) => {
        const started = await withFaults(builtInHub.startBuiltInHub, {
          ...options,
          models: () => [model, editorModel],
          searchAddress: () => web.origin,
          send: network.send,
          allowPrivateDocuments: true,
        });
        builtIn.push(started);
        return started;
      },
    }),
    log.sent,
  );
  fixture.settings.baseUrl = hub.origin;
  fixture.settingsChanged.fire();
  await fixture.keys.store(hub.origin, key);
  const { connection, settings, store } = fixture;
  const roster = new Roster(connection, store);
  const account = new Account(connection, fixture.keys, store);
  const contexts = new ContextSizes(store, new ChosenModels(store));
  const tools = questionTools({ connection });
  const runner = new QuestionRunner({
    connection,
    roster,
    account,
    settings,
    contexts,
    tools,
    pictures: noPictures,
  });
  atEnd(async () => runner.dispose());
  return {
    folder,
    log,
    hub,
    web,
    models,
    model,
    provider,
    editorModel,
    network,
    connection,
    account,
    roster,
    runner,
    journal: () => builtIn.flatMap((one) => one.journal()),
  };
}

/** A line, or a request on a socket, in the form in which they are compared. */
interface Line {
  readonly to: string;
  readonly kind: string;
  readonly bytesOut: number;
  /** Status and size of the answer; of one that was stopped, nobody knows how much arrived. */
  readonly answer: string;
}

const stopped = "stopped";

function kindOf(asked: string): string {
  const [word = "document"] =
    /get_user|get_expert|invoke_agent|chat\/completions|models|search/.exec(asked) ?? [];
  const kinds: Record<string, string> = {
    get_user: "account",
    get_expert: "expert",
    invoke_agent: "question",
    "chat/completions": "model",
  };
  return kinds[word] ?? word;
}

function onSocket({ origin, path: asked, body, reply }: SeenRequest): Line {
  const isStopped = /\b(?:silent|partly) QUESTION/.test(body);
  const answer = reply
    ? `${reply.status ?? 200} ${Buffer.byteLength(reply.body ?? "")}`
    : "undefined 0";
  return {
    to: origin,
    kind: kindOf(asked),
    bytesOut: Buffer.byteLength(body),
    answer: isStopped ? stopped : answer,
  };
}

/** What VS Code hands over, and what it hands back: text, and calls with all that belongs to them. */
function atProvider({ body, reply }: SeenRequest): Line {
  const { messages, tools } = JSON.parse(body) as ProviderBody;
  const out = messages.map(textOf).join("") + (tools.length > 0 ? JSON.stringify(tools) : "");
  const isAnswer = messages.at(-1)?.role === "tool";
  const back = isAnswer ? answerPart.value : 'web_search{"query":"SEARCH-CANARY"}';
  const bytesIn = reply?.status === 500 ? 0 : Buffer.byteLength(back);
  return {
    to: vendor,
    kind: "model",
    bytesOut: Buffer.byteLength(out),
    answer: reply ? `undefined ${bytesIn}` : stopped,
  };
}

function textOf(message: ModelMessage): string {
  const calls = message.role === "assistant" ? (message.calls ?? []) : [];
  const id = message.role === "tool" ? message.callId : "";
  const called = calls.map((call) => call.id + call.name + call.arguments);
  return id + message.content + called.join("");
}

function inLog({ to, kind, bytesOut, status, bytesIn, error }: RequestEntry): Line {
  const answer = error === "cancelled" ? stopped : `${status} ${bytesIn}`;
  return { to, kind, bytesOut, answer };
}

/** The number that each question has. */
const numberOf = ({ body }: SeenRequest): string | undefined => /CANARY (\d+)\./.exec(body)?.[1];

const sorted = (lines: readonly Line[]): string[] =>
  lines.map((line) => Object.values(line).join(" ")).toSorted();

const isForQuestion = ({ kind, by }: RequestEntry): boolean =>
  by !== "setup" && ["question", "model", "search", "document"].includes(kind);

const isLocal = ({ hub }: RequestEntry): boolean => hub === "built-in";

describe("a day of requests", () => {
  afterEach(closeAll);

  it("Y4 has one line in the log for each request on a socket, and nothing of what was said", async () => {
    const {
      folder,
      log,
      hub,
      web,
      models,
      model,
      provider,
      editorModel,
      connection,
      account,
      roster,
      runner,
      network,
      journal,
    } = await office();
    const questions: [Partial<Question>, stop?: true][] = [
      [{ typed: "fine" }],
      [{ typed: "later" }],
      [{ typed: "long" }],
      [{ typed: "busy" }],
      [{ typed: "broken" }],
      [{ typed: "cut" }],
      [{ typed: "reset" }],
      [{ typed: "moved" }],
      [{ typed: "silent" }, true],
      [{ typed: "partly" }, true],
      ...callers.map((caller): [Partial<Question>] => [{ typed: "fine", caller }]),
    ];
    const byTurn = new Map<string, { by: string; expert: number; attachments?: string[] }>();
    let count = 0;

    const ask = async ([question, stops]: (typeof questions)[number], expertId: number) => {
      const conversation = new Conversation();
      const attachment = {
        id: "a",
        text: `${selected} é`,
        languageId: "typescript",
        label: "cart.ts:1–2",
        detail: "",
        path: "src/cart.ts",
        lines: "1–2",
      };
      const isAttached = count++ % 2 === 0;
      const asked = {
        expertId,
        ...question,
        typed: `${question.typed} QUESTION-CANARY ${count}.`,
        ...(isAttached && { attachments: [attachment] }),
      };
      const settled = runner.ask(conversation, runner.prepare(conversation, asked));
      const { id } = conversation.turns[0]!;
      byTurn.set(id, {
        by: question.caller ?? "chat",
        expert: expertId,
        ...(isAttached && { attachments: ["src/cart.ts"] }),
      });
      if (stops) {
        const arrived = () =>
          [...hub.seen, ...provider.seen].find(({ body }) => body.includes(asked.typed));
        await until("the question is on its socket", () => arrived() !== undefined);
        runner.stop(conversation);
      }
      await settled;
    };

    const limiter = new Limiter(8);
    const wholeDay = sized(52, 1000);
    const work: Promise<unknown>[] = [];
    for (let n = 0; n < wholeDay; n++) {
      if (n % 25 === 0) work.push(limiter.run(() => account.current()));
      if (n % 30 === 0) work.push(limiter.run(() => roster.refresh(7).catch(() => undefined)));
      work.push(limiter.run(() => ask(questions[n % questions.length]!, 7)));
    }
    const failing = await connection.clientFor(connection.accountAt()!);
    for (const id of [404, 503])
      work.push(limiter.run(() => failing.getExpert(id).catch(() => undefined)));
    await Promise.all(work);
    await account.current();
    const trial = await connection.trial(hub.origin, key);
    await trial.client.getUser();
    await trial.close();
    const probe = await connection.probe(() => undefined);
    await probe.client.getUser();
    await probe.close();
    await connection.useBuiltIn(true);
    const inBuiltIn = {
      typed: "tools",
      modelId: modelId(servedModelKey(model)),
      tools: { web_search: true },
      documentUrls: [`${web.origin}/page?DOCUMENT-CANARY`],
    };
    for (let n = 0; n < wholeDay / 15; n++) await ask([inBuiltIn], 5);
    const ofEditor = { modelId: modelId(editorModel.key), tools: { web_search: true } };
    const words = ["fine", "denied", "broken", "silent"];
    for (let n = 0; n < words.length * 3; n++) {
      const typed = words[n % words.length]!;
      await ask(typed === "silent" ? [{ ...ofEditor, typed }, true] : [{ ...ofEditor, typed }], 5);
    }
    const { listModels } = builtInHub;
    const address = builtInHub.modelAddress(models.origin);
    await listModels({ address, send: network.send, key: model.key }, new AbortController().signal);
    connection.dispose();
    const entries = async () =>
      (await log.entries()).filter((entry): entry is RequestEntry => !isInsertion(entry));
    const local = journal();
    const all = [...hub.seen, ...web.seen, ...models.seen];
    const denials = 3;
    const expected = all.length + provider.seen.length + local.length + denials;
    await until("each request has ended", async () => (await entries()).length >= expected);
    const found = await entries();
    const servers = [hub, web, models, provider];

    assert.deepEqual(
      servers.flatMap(({ complaints }) => complaints),
      [],
    );
    assert.ok(all.length + local.length > wholeDay, `${all.length} requests`);
    assert.deepEqual(
      sorted(found.filter((one) => !isLocal(one) && one.error !== "denied").map(inLog)),
      sorted([...all.map(onSocket), ...provider.seen.map(atProvider)]),
    );
    assert.deepEqual(
      found
        .filter(({ error }) => error === "denied")
        .map(({ to, kind, bytesOut, bytesIn }) => [to, kind, bytesOut, bytesIn]),
      Array.from({ length: denials }, () => [vendor, "model", 0, 0]),
    );
    const tried = hub.seen.filter(({ body }) => /\blong QUESTION/.test(body));
    assert.ok(tried.length > new Set(tried.map(numberOf)).size, "a smaller try");
    assert.deepEqual(
      found
        .filter(isLocal)
        .map(({ kind, bytesOut, status }) => [kind, bytesOut, status].join(" "))
        .toSorted(),
      local
        .map(({ path: asked, body = "", status }) =>
          [kindOf(asked), Buffer.byteLength(body), status].join(" "),
        )
        .toSorted(),
    );
    const refused = new Set(found.filter(({ status }) => status === 413).map(({ turn }) => turn));
    for (const { turn, by, expert, attachments, status } of found.filter(isForQuestion)) {
      const { attachments: attached, ...cause } = byTurn.get(turn ?? "") ?? assert.fail();
      // A smaller try leaves out what is attached.
      const sent = refused.has(turn) && status === 200 ? undefined : attached;
      assert.deepEqual([by, expert, attachments], [cause.by, cause.expert, sent]);
    }
    const asked = new Set(found.filter(({ kind }) => kind === "question").map(({ turn }) => turn));
    assert.deepEqual(asked, new Set(byTurn.keys()));
    for (const kind of ["search", "document", "model", "models"])
      assert.ok(
        found.some((one) => one.kind === kind),
        kind,
      );
    for (const by of ["setup", "checkConnection", "chat", ...callers])
      assert.ok(
        found.some((one) => one.by === by),
        by,
      );
    assert.doesNotMatch(readFileSync(path.join(folder, logFile), "utf8"), /CANARY/);
  }).timeout(300_000);
});
