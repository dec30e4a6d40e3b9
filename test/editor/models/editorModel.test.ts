import assert from "node:assert/strict";
import * as vscode from "vscode";
import { runLoop } from "../../../src/builtInHub/loop/modelLoop";
import type { Tool } from "../../../src/builtInHub/tools/tool";
import { ContextSizes } from "../../../src/features/models/core/contextSizes";
import { offered } from "../../../src/features/models/editor/offeredModel";
import { ModelProblem, type ChatModel, type ModelRequest } from "../../../src/contract/chatModel";
import { MemoryStore } from "../support/connected";
import type { EndedRequest, OnSent, StartedRequest } from "../../../src/contract/purpose";
import { assertSoon } from "../../support/machineSpeed";
import { until } from "../support/inputs";
import { noPolicy } from "../../../src/policy/policy";

interface Provider {
  script: (string | Error | { call: string; id: string; input: object } | { usage: unknown })[][];
  requests: {
    messages: vscode.LanguageModelChatRequestMessage[];
    tools: { name: string }[];
    modelOptions: object;
  }[];
  readonly cancelled: number;
  blocked(): Error;
}

const never = new AbortController().signal;

const sent: (StartedRequest & EndedRequest)[] = [];
const onSent: OnSent = (started) => (ended) => void sent.push({ ...started, ...ended });
const activity = { sent: onSent };

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [
    { role: "system", content: "You are brief." },
    { role: "user", content: "six times seven" },
  ],
  tools: [],
};

const textOf = ({ content }: vscode.LanguageModelChatRequestMessage) =>
  content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");

const answered = async () => ({ stream: (async function* () {})() });

/** Asks the model while another takes its place in VS Code. */
async function standingIn(
  model: ChatModel,
  request: ModelRequest,
  answer: () => Promise<unknown>,
  signal = never,
): Promise<{ options?: unknown; problem?: ModelProblem }> {
  const { selectChatModels } = vscode.lm;
  let options: unknown;
  const sendRequest = (_: unknown, given: unknown) => {
    options = given;
    return answer();
  };
  Object.assign(vscode.lm, { selectChatModels: async () => [{ sendRequest }] });
  try {
    await model.complete(request, signal);
    return { options };
  } catch (problem) {
    return { options, problem: problem as ModelProblem };
  } finally {
    Object.assign(vscode.lm, { selectChatModels });
  }
}

const forEver = <T>() => new Promise<T>(() => undefined);
const streamOf = (next: () => Promise<IteratorResult<unknown>>, end = forEver) => ({
  stream: { [Symbol.asyncIterator]: () => ({ next, return: end }) },
});
const text = (value: string) => ({
  value: new vscode.LanguageModelTextPart(value),
  done: false as const,
});
const refusal = () => Promise.reject(new Error("prompt is too long"));

describe("a language model of VS Code", () => {
  const contexts = new ContextSizes(new MemoryStore(), { find: () => undefined });
  let provider: Provider;
  let model: ChatModel;

  /** What the model reports where VS Code fails like this. */
  const failing = async (error: Error) => {
    const { problem } = await standingIn(model, question, () => Promise.reject(error));
    return [problem?.kind, problem?.message];
  };

  /** What the model is given with its messages. */
  const optionsFor = async (more: Partial<ModelRequest>) => {
    const { options } = await standingIn(model, { ...question, ...more }, answered);
    return options;
  };

  before(async () => {
    const extension = vscode.extensions.getExtension<Provider>("expert-hub-tests.model-provider");
    provider = await extension!.activate();
    const choice = { vendor: "scripted", id: "scripted-1", name: "Scripted One" };
    model = offered(
      { kind: "editor", ...choice, provider: "Scripted" },
      {
        network: undefined as never,
        modelKeys: undefined as never,
        extras: undefined as never,
        contexts,
        activity,
        policy: noPolicy,
      },
    ) as ChatModel;
    await until("VS Code knows the model", async () => {
      return (await vscode.lm.selectChatModels({ vendor: "scripted" })).length === 1;
    });
  });
  beforeEach(() => {
    provider.script.length = 0;
    provider.requests.length = 0;
  });

  /** Whole, as VS Code looks at its size. */
  const picture = {
    type: "image/png",
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  } as const;
  const about: ModelRequest = {
    ...question,
    messages: [{ role: "user", content: "What is it?", pictures: [picture] }],
  };

  it("E3 gets pictures as data, if VS Code says that it sees them", async () => {
    provider.script.push(["a cat"]);
    assert.equal((await model.complete(about, never)).text, "a cat");
    const [text, data] = provider.requests[0]!.messages[0]!.content;
    assert.equal((text as vscode.LanguageModelTextPart).value, "What is it?");
    assert.ok(data instanceof vscode.LanguageModelDataPart);
    assert.equal(data.mimeType, "image/png");
    assert.equal(Buffer.from(data.data).toString("base64"), picture.data);
    await until(
      "it is known",
      () => contexts.seesPictures("vscode-lm scripted/scripted-1") === true,
    );
  });

  it("E3 gets nothing if VS Code says that it sees no pictures", async () => {
    const { selectChatModels } = vscode.lm;
    let isAsked = false;
    const sendRequest = () => {
      isAsked = true;
      return answered();
    };
    const blind = { sendRequest, capabilities: { supportsImageToText: false } };
    Object.assign(vscode.lm, { selectChatModels: async () => [blind] });
    try {
      await assert.rejects(model.complete(about, never), { kind: "no-pictures" });
    } finally {
      Object.assign(vscode.lm, { selectChatModels });
    }
    assert.equal(isAsked, false);
    await contexts.learnListed([{ key: model.key, tokens: undefined, seesPictures: true }]);
  });

  it("gets the messages and options, and gives its text out as it comes", async () => {
    provider.script.push(["4", "2"]);
    const heard: string[] = [];
    const answer = await model.complete(
      { ...question, temperature: 0.5, onText: (text) => heard.push(text) },
      never,
    );
    const { approximateTokens, ...rest } = answer;
    assert.deepEqual(rest, { text: "42", calls: [], ending: "complete" });
    assert.equal(approximateTokens, "You are brief.\nsix times seven\n42".length);
    assert.deepEqual(heard, ["4", "2"]);
    const [asked = assert.fail()] = provider.requests;
    assert.deepEqual(asked.messages.map(textOf), ["You are brief.", "six times seven"]);
    assert.deepEqual(asked.modelOptions, { temperature: 0.5 });
    const { at: _, ...logged } = sent.at(-1)!;
    assert.deepEqual(logged, {
      purpose: { by: "chat", kind: "model" },
      to: "scripted",
      bytesOut: "You are brief.six times seven".length,
      bytesIn: 2,
    });
  });

  it("calls tools, gets their results back, and answers", async () => {
    provider.script.push(
      ["Let me see.", { call: "computation_engine", id: "a", input: { query: "6*7" } }],
      ["It is 42."],
    );
    const tool: Tool = {
      name: "computation_engine",
      description: "Computes.",
      parameters: { type: "object", properties: { query: { type: "string" } } },
      run: async (given) => `result of ${JSON.stringify(given)}`,
    };
    const { output, steps } = await runLoop(
      { purpose: { by: "chat", kind: "model" }, model, messages: question.messages, tools: [tool] },
      never,
    );
    assert.equal(output, "Let me see.\n\nIt is 42.");
    assert.equal(steps.length, 1);
    assert.deepEqual(
      provider.requests[0]?.tools.map(({ name }) => name),
      ["computation_engine"],
    );
    const [call, result] = provider.requests[1]?.messages.slice(-2) ?? [];
    assert.equal(textOf(call!), "Let me see.");
    assert.ok(call?.content.some((part) => part instanceof vscode.LanguageModelToolCallPart));
    const [given] = result?.content ?? [];
    assert.ok(given instanceof vscode.LanguageModelToolResultPart);
    assert.equal(given.callId, "a");
  });

  it("says exactly what it took where its provider reports that, and else about", async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
    provider.script.push(["4", "2", { usage }], ["42", { usage: { ...usage, prompt_tokens: -1 } }]);
    const exact = await model.complete(question, never);
    assert.deepEqual(exact, {
      text: "42",
      calls: [],
      ending: "complete",
      usage: { input: 9, output: 4, total: 13 },
    });
    const { usage: none, approximateTokens } = await model.complete(question, never);
    assert.equal(none, undefined);
    assert.ok(approximateTokens! > 13);
  });

  it("G5 keeps calls apart that its provider gave the same id, or none", async () => {
    const call = { call: "computation_engine", input: {} };
    provider.script.push([
      { ...call, id: "a" },
      { ...call, id: "a" },
      { ...call, id: "" },
    ]);
    const { calls } = await model.complete(question, never);
    assert.equal(new Set(calls.map(({ id }) => id)).size, 3);
  });

  it("G5 reports a failure of its provider in a sentence, without the provider's words", async () => {
    provider.script.push([new Error("token sk-canary is wrong")]);
    await assert.rejects(model.complete(question, never), (error: unknown) => {
      assert.ok(error instanceof ModelProblem);
      assert.doesNotMatch(error.message, /canary/);
      return /Scripted One failed to answer/.test(error.message);
    });
    provider.script.push([provider.blocked()]);
    await assert.rejects(model.complete(question, never), { name: "ModelProblem" });
  });

  it("G5 says what VS Code does not allow, and what the model declines", async () => {
    const { NoPermissions, Blocked, NotFound } = vscode.LanguageModelError;
    const before = sent.length;
    assert.deepEqual(await failing(NoPermissions("x")), [
      "refused",
      "VS Code does not allow Expert Hub to use Scripted One.",
    ]);
    assert.deepEqual(await failing(Blocked("x")), ["refused", "Scripted One declined to answer."]);
    const denied = { bytesOut: 0, bytesIn: 0, error: "denied" };
    assert.deepEqual(
      sent.slice(before).map(({ bytesOut, bytesIn, error }) => ({ bytesOut, bytesIn, error })),
      [denied, denied],
    );
    assert.deepEqual(await failing(NotFound("x")), [
      "not-found",
      "VS Code no longer offers Scripted One. Choose another model.",
    ]);
    assert.equal(sent.length, before + 2);
  });

  it("says what it takes whenever it is asked, also in words of its own", async () => {
    provider.script.push(["Yes."]);
    await model.complete(question, never);
    assert.equal(contexts.of(model.key), 100_000);
    const words = "prompt is too long: 200251 tokens > 200000 maximum, sk-canary";
    const { problem } = await standingIn(model, question, () => Promise.reject(new Error(words)));
    assert.deepEqual(
      [problem?.kind, problem?.message, problem?.context],
      [
        "too-long",
        "The question, with everything sent along with it, is too long for Scripted One.",
        { limit: 200_000, asked: 200_251 },
      ],
    );
  });

  it("gets options and tools only where there are some", async () => {
    const tool = { name: "web_search", description: "Searches.", parameters: { type: "object" } };
    const words = "You are brief.six times seven".length;
    const justification = "An expert of the built-in hub answers your question.";
    assert.deepEqual(await optionsFor({}), { justification });
    assert.equal(sent.at(-1)?.bytesOut, words);
    assert.deepEqual(await optionsFor({ maxTokens: 77, temperature: 0, tools: [tool] }), {
      justification,
      modelOptions: { max_tokens: 77, temperature: 0 },
      tools: [{ name: "web_search", description: "Searches.", inputSchema: { type: "object" } }],
    });
    assert.equal(sent.at(-1)?.bytesOut, words + JSON.stringify([tool]).length);
  });

  it("is stopped at once, and its provider with it", async () => {
    provider.script.push(["Once upon", "hang"]);
    const stop = new AbortController();
    const heard: string[] = [];
    const asked = model.complete({ ...question, onText: (text) => heard.push(text) }, stop.signal);
    await until("text arrives", () => heard.length > 0);
    const before = provider.cancelled;
    stop.abort(new Error("stopped"));
    await assert.rejects(asked, /stopped/);
    await until("the provider notices", () => provider.cancelled > before);
  });

  /** What a provider may do that hears no token. */
  const deaf: Record<string, () => Promise<unknown>> = {
    "that never answers": forEver,
    "whose stream hangs": async () => streamOf(forEver),
    "whose stream hangs after a word": async () => {
      let count = 0;
      return streamOf(() => (count++ === 0 ? Promise.resolve(text("Once")) : forEver()));
    },
    "that writes for ever, each piece at once": async () => streamOf(async () => text("a")),
    "that sends nothing for ever": async () => streamOf(async () => text("")),
    "that never says how many tokens it took": async () =>
      streamOf(async () => ({ value: undefined, done: true })),
  };
  for (const [name, answer] of Object.entries(deaf))
    it(`C2 G4 is left within a second, one ${name}`, async () => {
      const stop = AbortSignal.timeout(100);
      const heard: string[] = [];
      const request = { ...question, onText: (piece: string) => heard.push(piece) };
      const began = performance.now();
      const { problem } = await standingIn(model, request, answer, stop);
      assert.equal(problem, stop.aborted ? stop.reason : undefined);
      assertSoon(performance.now() - began, 1100);
      const before = heard.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(heard.length, before);
    });

  it("G4 is broken off once its answer is larger than any, and closed", async () => {
    let isClosed = false;
    const end = async () => ((isClosed = true), { value: undefined, done: true as const });
    const mebibyte = "x".repeat(1024 * 1024);
    const { problem } = await standingIn(model, question, async () =>
      streamOf(async () => text(mebibyte), end as typeof forEver),
    );
    assert.deepEqual(
      [problem?.kind, problem?.message],
      ["bad-answer", "The answer of Scripted One is too large."],
    );
    assert.ok(isClosed);
  });

  it("Q12 did not run where it is refused as too long before a part of an answer came", async () => {
    const { problem } = await standingIn(model, question, refusal);
    assert.deepEqual([problem?.kind, problem?.nothingRan], ["too-long", true]);
    let count = 0;
    const late = await standingIn(model, question, async () =>
      streamOf(() => (count++ === 0 ? Promise.resolve(text("")) : refusal())),
    );
    assert.deepEqual([late.problem?.kind, late.problem?.nothingRan], ["too-long", false]);
  });

  describe("that VS Code does not know", () => {
    const { selectChatModels, onDidChangeChatModels } = vscode.lm;
    const { timeout } = AbortSignal;
    const changed = new vscode.EventEmitter<void>();
    const gone = offered(
      { kind: "editor", vendor: "scripted", id: "gone", name: "Gone", provider: "Scripted" },
      {
        network: undefined as never,
        modelKeys: undefined as never,
        extras: undefined as never,
        contexts,
        activity,
        policy: noPolicy,
      },
    ) as ChatModel;
    let known: object[];
    let asked: number;

    beforeEach(() => {
      known = [];
      asked = 0;
      Object.assign(vscode.lm, {
        onDidChangeChatModels: changed.event,
        selectChatModels: async () => {
          asked++;
          return known;
        },
      });
    });
    afterEach(() => {
      Object.assign(vscode.lm, { selectChatModels, onDidChangeChatModels });
      AbortSignal.timeout = timeout;
    });

    it("Z1 is waited for: its provider may start late", async () => {
      const answer = gone.complete(question, never);
      await until("it was looked for", () => asked === 1);
      changed.fire();
      await until("it was looked for again", () => asked === 2);
      known = [{ sendRequest: answered }];
      changed.fire();
      assert.equal((await answer).ending, "complete");
      assert.equal(asked, 3);
    });

    it("Z1 is reported once it did not come in time", async () => {
      let patience = 0;
      AbortSignal.timeout = (ms) => {
        patience = ms;
        return timeout.call(AbortSignal, 20);
      };
      await assert.rejects(gone.complete(question, never), /no longer offers Gone/);
      assert.equal(patience, 10_000);
      changed.fire();
      assert.equal(asked, 2, "nobody listens any longer");
    });

    it("is not waited for once the question is stopped", async () => {
      const stop = new AbortController();
      const answer = gone.complete(question, stop.signal);
      await until("it was looked for", () => asked === 1);
      stop.abort(new Error("stopped"));
      await assert.rejects(answer, /stopped/);
    });
  });
});
