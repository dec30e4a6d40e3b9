import assert from "node:assert/strict";
import { listModels } from "../../../../src/builtInHub/models/listModels";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { ModelProblem, type ModelProblemKind } from "../../../../src/contract/chatModel";
import { createSend } from "../../../../src/client/undiciSend";
import { rawJson, startRawServer, type RawServerOptions } from "../../../support/rawServer";

const never = new AbortController().signal;
const key = "sk-MODEL-CANARY-2";

describe("the models of a server", () => {
  const ending: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ending.splice(0)) await end();
  });

  async function serverThat(answer?: NonNullable<RawServerOptions["answer"]>) {
    const server = await startRawServer({ ...(answer && { answer }) });
    const send = createSend({}, () => undefined);
    ending.push(
      () => send.close(),
      () => server.close(),
    );
    const address = modelAddress(server.origin);
    return { server, way: { address, send, key: () => Promise.resolve<string | undefined>(key) } };
  }

  const listOf = async (body: unknown, status = 200) => {
    const { way } = await serverThat(({ socket }) => socket.end(rawJson(body, { status })));
    return (await listModels(way, never)).map(({ name }) => name);
  };

  const bodies: readonly (readonly [string, unknown])[] = [
    ["in data", { data: [{ id: "small" }, { id: "large" }] }],
    ["in models", { models: [{ name: "small" }, { name: "large" }] }],
    ["without a frame", [{ id: "small" }, { id: "large" }]],
    ["as mere names", { data: ["small", "large"] }],
    ["beside others of no name", { data: [null, { id: "" }, { id: "small" }, 7, { id: "large" }] }],
    ["repeatedly", { data: [{ id: "small" }, { id: "large" }, { id: "small" }] }],
  ];
  for (const [name, body] of bodies) {
    it(`are read where they are listed ${name}`, async () => {
      assert.deepEqual(await listOf(body), ["small", "large"]);
    });
  }

  it("say how many tokens they take, where the server does", async () => {
    const { way } = await serverThat(({ socket }) =>
      socket.end(
        rawJson({
          data: [
            { id: "LM Studio", max_context_length: 131_072, loaded_context_length: 4096 },
            { id: "vLLM", max_model_len: 8192 },
            { id: "OpenRouter", context_length: 32_768 },
            { id: "Groq", context_window: 65_536 },
            { id: "mute" },
            { id: "wrong", context_length: "many", max_model_len: -1 },
          ],
        }),
      ),
    );
    const listed = await listModels(way, never);
    assert.deepEqual(
      listed.map(({ name, contextTokens }) => [name, contextTokens]),
      [
        ["LM Studio", 4096],
        ["vLLM", 8192],
        ["OpenRouter", 32_768],
        ["Groq", 65_536],
        ["mute", undefined],
        ["wrong", undefined],
      ],
    );
  });

  it("say whether they see pictures, where the server does", async () => {
    const { way } = await serverThat(({ socket }) =>
      socket.end(
        rawJson({
          data: [
            { id: "OpenRouter", architecture: { input_modalities: ["text", "image"] } },
            { id: "OpenRouter, text", architecture: { input_modalities: ["text"] } },
            { id: "GitHub", supported_input_modalities: ["text", "image"] },
            { id: "Mistral", capabilities: { vision: false } },
            { id: "LM Studio", type: "vlm" },
            { id: "llama.cpp", capabilities: ["completion", "multimodal"] },
            { id: "Ollama", capabilities: ["completion"] },
            { id: "mute" },
          ],
        }),
      ),
    );
    const listed = await listModels(way, never);
    assert.deepEqual(
      listed.map(({ seesPictures }) => seesPictures),
      [true, false, true, false, true, true, undefined, undefined],
    );
  });

  it("lists 500 models of a server at most", async () => {
    const listed = await listOf({ data: Array.from({ length: 501 }, (_, at) => `model-${at}`) });
    assert.deepEqual([listed.length, listed.at(-1)], [500, "model-499"]);
  });

  it("are asked for with the key, by GET and without a body", async () => {
    const { server, way } = await serverThat(({ socket }) => socket.end(rawJson({ data: ["a"] })));
    await listModels(way, never);
    assert.match(server.requests[0] ?? "", /^GET \/v1\/models HTTP\/1\.1\r\n/);
    assert.match(server.requests[0] ?? "", /\r\nauthorization: Bearer sk-MODEL-CANARY-2\r\n/);
    assert.doesNotMatch(server.requests[0] ?? "", /content-type/i);
  });

  it("G2 are reported without the key, in a name or an error", async () => {
    const [name] = await listOf({ data: [`model of ${key}`] });
    assert.equal(name, "model of ••••");
    await assert.rejects(listOf({ error: { message: `No: ${key}` } }, 401), (error: Error) => {
      assert.doesNotMatch(error.message, /CANARY/);
      return /No: ••••/.test(error.message);
    });
  });

  const problems: readonly (readonly [string, unknown, number, ModelProblemKind, RegExp])[] = [
    ["a wrong key", {}, 403, "bad-key", /accept the key/],
    ["an address without a list", "Not found", 404, "not-found", /: ?\d+ has no list of models/],
    ["a failure", { error: "Out of memory" }, 500, "failed", /list its models\. It says: Out of/],
    ["something else", "<html>", 200, "bad-answer", /no list of models/],
  ];
  for (const [name, body, status, kind, words] of problems) {
    it(`are reported as missing after ${name}`, async () => {
      await assert.rejects(listOf(body, status), (error: unknown) => {
        assert.ok(error instanceof ModelProblem);
        assert.equal(error.kind, kind);
        assert.match(error.message, words);
        return true;
      });
    });
  }

  it("are not waited for without end", async () => {
    for (const answer of [
      undefined,
      ({ socket }: { socket: { write(text: string): void } }) =>
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n["),
    ]) {
      const { way } = await serverThat(answer);
      await assert.rejects(listModels(way, never, 50), {
        kind: "unreachable",
        message: /did not list its models within 0.05 seconds/,
      });
    }
  });

  it("are not asked for any more once that is stopped", async () => {
    const { server, way } = await serverThat();
    const stopped = AbortSignal.abort(new Error("stopped"));
    await assert.rejects(listModels(way, stopped), /stopped/);
    assert.equal(server.sockets.length, 0);
  });
});
