import assert from "node:assert/strict";
import type { BuiltInHubOptions } from "../../../../../src/contract/builtInHubApi";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { tokensInWords } from "../../../../../src/features/conversation/core/tokens";
import { progressType } from "../../../../../src/contract/progress";
import { servedModelKey } from "../../../../../src/contract/chatModel";
import { modelId } from "../../../../../src/client/modelId";
import { createSend } from "../../../../../src/client/undiciSend";
import * as builtInHub from "../../../../../src/builtInHub/index";
import {
  callsOf,
  completion,
  piece,
  startModelServer,
  type ModelServer,
} from "../../../../support/modelServer";
import { assertSoon } from "../../../../support/machineSpeed";
import { until } from "../../../../support/until";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { sound } from "../../../support/appFixture";
import { realAsking, toQuestions } from "./realQuestion";

/** Asking the built-in hub with the model of this server. */
async function withModel(server: ModelServer) {
  const send = createSend({}, () => undefined);
  const model = { address: server.base, identifier: "scripted", send, key: async () => "k" };
  const load = async () => ({
    ...builtInHub,
    startBuiltInHub: (options: BuiltInHubOptions) =>
      builtInHub.startBuiltInHub({ ...options, models: () => [model] }),
  });
  atEnd(async () => {
    await send.close();
    await server.close();
  });
  return { ...(await realAsking(undefined, load)), model };
}

describe("a question to a language model", () => {
  afterEach(closeAll);

  it("shows the steps and the words as they come, and in the end the answer", async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const server = await startModelServer(({ body }) =>
      body.messages?.at(-1)?.role === "tool"
        ? {
            events: [piece({ content: "Forty" })],
            later: { after: mayEnd, events: [piece({ content: "-two." }), piece({}, "stop")] },
          }
        : callsOf(["unknown_tool", { query: "a" }]),
    );
    const { ask, model, connection } = await withModel(server);
    await connection.useBuiltIn(true);
    const [conversation, other] = [new Conversation(), new Conversation()];
    const told: string[] = [];
    conversation.onDidProgress((id) => told.push(id));
    other.onDidProgress(() => assert.fail("this is not its question"));
    const question = { typed: "6 * 7", expertId: 5, modelId: modelId(servedModelKey(model)) };
    const asked = ask(conversation, question);
    const { id } = conversation.turns[0]!;
    await until("the first words are there", () => conversation.live(id)?.text === "Forty");
    const { steps, running } = conversation.live(id)!;
    assert.deepEqual([steps.flat().map(({ tool }) => tool), running], [["unknown_tool"], []]);
    const asking = ask(other, { ...question, modelId: 1 });
    end();
    const { result } = await asked;
    assert.equal(result.state === "done" && result.received.value.output, "Forty-two.");
    assert.equal(conversation.live(id), undefined);
    assert.deepEqual([...new Set(told)], [id]);
    await asking;
  });

  it("M10 shows a wait in the middle of the answer, beside what there is of it", async () => {
    const server = await startModelServer((_, nth) => {
      if (nth === 1) return callsOf(["unknown_tool", { query: "a" }]);
      if (nth === 2) return { status: 429, headers: { "retry-after": "1" }, body: {} };
      return completion({ content: "Forty-two." });
    });
    const { ask, model, connection } = await withModel(server);
    await connection.useBuiltIn(true);
    const conversation = new Conversation();
    const seen: unknown[] = [];
    conversation.onDidChangeTurn(({ turn: { id, result } }) => {
      if (result.state !== "waiting" || !result.again) return;
      const left = result.again.at - Date.now();
      const steps = conversation.live(id)?.steps.flat().length;
      seen.push([result.again.why, left > 500 && left <= 1000, steps]);
    });
    const question = { typed: "6 * 7", expertId: 5, modelId: modelId(servedModelKey(model)) };
    const { result } = await ask(conversation, question);
    assert.deepEqual(seen, [["rate-limited", true, 1]]);
    assert.equal(result.state === "done" && result.received.value.output, "Forty-two.");
    assert.equal(server.requests.length, 3);
  });

  it("M10 C2 stops at once while it waits in the middle of the answer, and keeps what there is", async () => {
    const server = await startModelServer((_, nth) =>
      nth === 1
        ? callsOf(["unknown_tool", { query: "a" }])
        : { status: 429, headers: { "retry-after": "60" }, body: {} },
    );
    const { ask, model, connection, asking } = await withModel(server);
    await connection.useBuiltIn(true);
    const conversation = new Conversation();
    const question = { typed: "6 * 7", expertId: 5, modelId: modelId(servedModelKey(model)) };
    const asked = ask(conversation, question);
    await until("it waits", () => {
      const { result } = conversation.turns[0]!;
      return result.state === "waiting" && result.again !== undefined;
    });
    const began = performance.now();
    asking.stop(conversation);
    const { result } = await asked;
    assertSoon(performance.now() - began, 1000);
    assert.ok(result.state === "stopped");
    assert.equal(result.soFar?.intermediate_steps.length, 1);
    assert.equal(server.requests.length, 2);
  });

  it("U4 says what its rounds took, where the server counted all of them", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5 };
    let last: object = usage;
    const server = await startModelServer(({ body }) => {
      const isLast = body.messages?.at(-1)?.role === "tool";
      const reply = isLast ? completion({ content: "42" }) : callsOf(["web_search", {}]);
      return { body: { ...(reply.body as object), usage: isLast ? last : usage } };
    });
    const { ask, model, connection } = await withModel(server);
    await connection.useBuiltIn(true);
    const conversation = new Conversation();
    const question = { typed: "x", expertId: 5, modelId: modelId(servedModelKey(model)) };
    const { result, sent } = await ask(conversation, question);
    assert.deepEqual(result.state === "done" && result.usage, {
      input: 200,
      output: 10,
      total: 210,
    });
    assert.equal(sent.endpoint, "invoke_agent");
    const alone = await ask(conversation, { ...question, mode: "model" });
    assert.equal(tokensInWords(alone), "210 tokens");
    last = { ...usage, completion_tokens: -5 };
    const wrong = await ask(conversation, question);
    assert.equal(wrong.result.state === "done" && "usage" in wrong.result, false);
    assert.equal(tokensInWords(wrong), undefined);
    // What the service describes is all that is sent.
    assert.deepEqual(
      conversation.turns.map(({ result }) =>
        result.state === "done" ? Object.keys(result.received.raw as object) : [],
      ),
      [
        ["input", "chat_history", "output", "intermediate_steps"],
        ["output"],
        ["input", "chat_history", "output", "intermediate_steps"],
      ],
    );
  });

  it("U4 is not told what it took by a field that the service does not describe", async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 };
    const { ask } = await realAsking(toQuestions(() => ({ output: "Fine.", usage, tokens: 105 })));
    const answered = await ask(new Conversation(), { typed: "x" });
    const { result } = answered;
    assert.equal(result.state === "done" && "usage" in result, false);
    assert.equal(tokensInWords(answered), undefined);
    assert.deepEqual(result.state === "done" && result.received.raw, {
      output: "Fine.",
      usage,
      tokens: 105,
    });
  });

  it("S23 shows the progress that a hub of the user's own shows", async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: ${progressType}\r\n\r\n`;
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { ask, own } = await realAsking((exchange) => {
      const { request, socket } = exchange;
      if (!request.startsWith("POST ")) return sound(exchange);
      socket.write(`${head}{"steps": [{"tool": "web_search"}]}\n{"text": "Forty"}\n`);
      const usage = { prompt_tokens: 4, completion_tokens: 2 };
      const last = JSON.stringify({ answer: { output: "Forty-two." }, usage });
      void mayEnd.then(() => socket.end(`${last}\n`));
    });
    const conversation = new Conversation();
    const asked = ask(conversation, { typed: "x" });
    const { id } = conversation.turns[0]!;
    await until("the first words are there", () => conversation.live(id)?.text === "Forty");
    assert.deepEqual(
      conversation
        .live(id)
        ?.steps.flat()
        .map(({ tool }) => tool),
      ["web_search"],
    );
    end();
    const { result } = await asked;
    assert.equal(result.state === "done" && result.received.value.output, "Forty-two.");
    assert.deepEqual(result.state === "done" && result.usage, { input: 4, output: 2, total: 6 });
    assert.equal(own.requests.filter((request) => request.includes(id)).length, 0);
  });

  it("forgets the progress of a request that it replaces by a smaller one", async () => {
    const words = "too many tokens: the maximum context length is 9000 tokens";
    const progress = `HTTP/1.1 200 OK\r\nContent-Type: ${progressType}\r\nContent-Length:`;
    const refused = `{"steps": [{"tool": "a"}]}\n${JSON.stringify({ error: { error: 413, message: words }, status: 413 })}\n`;
    let questions = 0;
    const { promise: isAsked, resolve: askedAgain } = Promise.withResolvers<RawExchange>();
    const { ask } = await realAsking((exchange) => {
      if (!exchange.request.startsWith("POST ")) return sound(exchange);
      questions++;
      if (questions === 1)
        return void exchange.socket.write(rawJson({ output: "x".repeat(40_000) }));
      if (questions === 2)
        return void exchange.socket.write(`${progress} ${refused.length}\r\n\r\n${refused}`);
      askedAgain(exchange);
    });
    const conversation = new Conversation();
    await ask(conversation, { typed: "first" });
    const asked = ask(conversation, { typed: "second" });
    const { socket } = await isAsked;
    assert.equal(conversation.live(conversation.turns[1]!.id), undefined);
    socket.write(rawJson({ output: "Fine." }));
    assert.equal((await asked).result.state, "done");
  });
});
