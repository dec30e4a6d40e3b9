import assert from "node:assert/strict";
import { runLoop } from "../../../../src/builtInHub/loop/modelLoop";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { OllamaWindows } from "../../../../src/builtInHub/models/ollama";
import { OfferedModels } from "../../../../src/builtInHub/models/offeredModels";
import { KeyMask } from "../../../../src/contract/secrets/keyMask";
import { completion, type ModelReply } from "../../../support/modelServer";
import { scriptedModels } from "./modelUnderTest";

const never = new AbortController().signal;
const long = "word ".repeat(6000);

const question = "/v1/chat/completions";
const loaded = (context_length: number, model = "gemma:latest"): ModelReply => ({
  body: {
    models: [
      { name: "other", context_length: 512 },
      { name: model, model, context_length },
    ],
  },
});

describe("a model that Ollama runs", () => {
  const scripted = scriptedModels();

  async function asked(
    own: Record<string, ModelReply>,
    {
      fingerprint = "fp_ollama",
      times = 1,
      words = long,
      tokens = undefined as number | undefined,
    } = {},
  ) {
    const { body } = completion({ content: "42" });
    const answer = { body: { ...(body as object), system_fingerprint: fingerprint } };
    const { server, send } = await scripted(({ path }) => own[path] ?? answer);
    const learned: number[] = [];
    const context = { tokens, learned: (said: number) => void learned.push(said) };
    const way = { address: server.base, send, key: async () => undefined, context };
    const models = new OfferedModels(() => [{ ...way, identifier: "gemma" }], true);
    const outputs: string[] = [];
    for (let time = 0; time < times; time++) {
      const model = models.find(undefined)!;
      const messages = [
        { role: "user", content: words },
        { role: "assistant", content: "Yes." },
        { role: "user", content: "And?" },
      ] as const;
      const parts = { model, messages, tools: [], isRemembered: true };
      outputs.push(
        (await runLoop({ ...parts, purpose: { by: "chat", kind: "model" } }, never)).output,
      );
    }
    return { outputs, learned, server, paths: server.requests.map(({ path }) => path) };
  }

  it("Z2 says that its window was too small, and then leaves out what does not fit", async () => {
    const { outputs, learned, paths, server } = await asked(
      { "/api/ps": loaded(4096) },
      { times: 2 },
    );
    assert.match(
      outputs[0]!,
      /^42\n\n\*gemma reads 4096 tokens at most, so it may not have read all/,
    );
    assert.match(
      outputs[1]!,
      /^42\n\n\*Left out to fit the context window of gemma, about 4096 tokens: 2 earlier messages/,
    );
    assert.deepEqual(learned, [4096]);
    // It is asked once for both.
    assert.deepEqual(paths, [question, "/api/ps", question]);
    assert.equal(server.requests.at(-1)?.body.messages?.length, 1);
  });

  it("Z2 tells the window that its file sets where it says no other", async () => {
    const { outputs, learned, paths, server } = await asked({
      "/api/ps": { body: { models: [] } },
      "/api/show": { body: { parameters: 'stop "x"\nnum_ctx                        2048\n' } },
    });
    assert.match(outputs[0]!, /reads 2048 tokens at most/);
    assert.deepEqual(learned, [2048]);
    assert.deepEqual(paths, [question, "/api/ps", "/api/show"]);
    assert.equal(server.requests.at(-1)?.body.model, "gemma");
  });

  it("Z2 says nothing where all fits, or where it does not say", async () => {
    assert.deepEqual((await asked({ "/api/ps": loaded(32_768) })).outputs, ["42"]);
    const silent = {
      "/api/ps": { status: 404, body: "404 page not found" },
      "/api/show": { status: 500, body: {} },
    };
    assert.deepEqual((await asked(silent)).outputs, ["42"]);
    const { outputs } = await asked({ "/api/ps": { events: [], hang: true } });
    assert.deepEqual(outputs, ["42"]);
  });

  it("Z2 is asked for it again where the question was stopped before it said so", async () => {
    const stopping = new AbortController();
    const { server, send } = await scripted(({ path }, nth) => {
      if (nth > 1) return path === "/api/ps" ? loaded(4096, "gemma") : { status: 404, body: {} };
      stopping.abort(new Error("Stopped."));
      return { events: [], hang: true };
    });
    const windows = new OllamaWindows();
    const way = { address: modelAddress(server.origin), send, key: async () => undefined };
    const purpose = { by: "chat", kind: "model" } as const;
    const question = { model: "gemma", key: undefined, keys: new KeyMask(), purpose };
    windows.heard(way, { system_fingerprint: "fp_ollama" });
    await assert.rejects(windows.ask(way, question, stopping.signal), /Stopped/);
    assert.equal(windows.of(way, "gemma"), undefined);
    assert.equal(await windows.ask(way, question, never), 4096);
    assert.equal(windows.of(way, "gemma"), 4096);
  });

  it("Z2 is asked for it only where it is Ollama", async () => {
    const { outputs, paths } = await asked(
      { "/api/ps": loaded(4096) },
      { fingerprint: "fp_other" },
    );
    assert.deepEqual([outputs, paths], [["42"], [question]]);
  });
});
