import assert from "node:assert/strict";
import { listModels } from "../../../../src/builtInHub/models/listModels";
import { modelAddress } from "../../../../src/builtInHub/models/modelServer";
import { ModelProblem, type ModelRequest } from "../../../../src/contract/chatModel";
import { createSend } from "../../../../src/client/undiciSend";
import { rawJson, startRawServer } from "../../../support/rawServer";
import type { ModelReply } from "../../../support/modelServer";
import { assertNoPart, keysOfEveryLength, spellings } from "../../contract/secrets/keySpellings";
import { scriptedModels } from "./modelUnderTest";

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "Hello" }],
  tools: [],
};
const never = new AbortController().signal;

const refusal = (key: string) => ({ error: { message: `${"ab ".repeat(95)}${key}` } });

/** The places where servers of models say what is wrong. */
const shapes: Record<string, (message: string) => ModelReply> = {
  "an error": (message) => ({ status: 401, body: { error: { message } } }),
  "a list of one": (message) => ({ status: 500, body: [{ error: { message } }] }),
  "a text": (message) => ({ status: 400, body: { error: message } }),
  "the event of a stream": (message) => ({ events: [{ error: { message } }] }),
  "an error that is too long for the model": (message) => ({
    status: 400,
    body: { error: { message: `maximum context length is 4096 tokens. ${message}` } },
  }),
};

describe("the server of a model that repeats its key in an error", () => {
  const scripted = scriptedModels();

  const keys = keysOfEveryLength();
  for (const [shape, reply] of Object.entries(shapes))
    it(`K19 shows no part of it, in ${shape}`, async () => {
      for (const key of keys) {
        const told = [
          ...spellings(key).map(([, spelled]) => `Incorrect key: ${spelled}`),
          ...[190, 284, 290, 299].map((before) => `${"ab ".repeat(100).slice(0, before)} ${key}`),
          `Incorrect key: ${key.slice(0, 5)}***${key.slice(-4)}`,
        ];
        const { model } = await scripted((_, nth) => reply(told[nth] ?? told[0]!), key);
        for (const message of told)
          await assert.rejects(model.complete(question, never), (error: unknown) => {
            assert.ok(ModelProblem.is(error));
            assertNoPart(error.message, key, message);
            return true;
          });
      }
    });

  it("K19 shows no part of it where it lists its models", async () => {
    const send = createSend({}, () => undefined);
    const raw = await startRawServer({
      answer: ({ socket, index }) => socket.write(rawJson(refusal(keys[index]!), { status: 403 })),
    });
    try {
      for (const key of keys) {
        const address = modelAddress(raw.origin);
        const listing = listModels({ address, send, key: () => Promise.resolve(key) }, never);
        await assert.rejects(listing, (error: Error) => {
          assertNoPart(error.message, key, "the list");
          return /does not accept the key/.test(error.message);
        });
      }
    } finally {
      await send.close();
      await raw.close();
    }
  });
});
