import assert from "node:assert/strict";
import { OfferedModels } from "../../../../src/builtInHub/models/offeredModels";
import type { ModelRequest } from "../../../../src/contract/chatModel";
import { completion, piece, type ModelReply } from "../../../support/modelServer";
import { scriptedModels } from "./modelUnderTest";

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "6*7" }],
  tools: [],
};
const never = new AbortController().signal;

const report = (prompt_tokens: number, completion_tokens: number) => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
});
const words = ["Forty", "-", "two", "."].map((content) => piece({ content }));
const end = piece({}, "stop");
const asked = { include_usage: true };

describe("what a server of models says of the tokens that it took", () => {
  const scripted = scriptedModels();

  const usageOf = async (reply: ModelReply) => {
    const { text, usage } = await (await scripted(reply)).model.complete(question, never);
    assert.equal(text, "Forty-two.");
    return usage && [usage.input, usage.output, usage.total];
  };
  const streamed = (events: readonly unknown[]) => usageOf({ events });
  const whole = (more: object) => {
    const { body } = completion({ content: "Forty-two." });
    return usageOf({ body: { ...(body as object), ...more } });
  };

  it("U4 is exact at the end of a stream, in a piece of its own or in the last one", async () => {
    const none = { choices: [] };
    assert.deepEqual(await streamed([...words, end, { ...none, ...report(9, 4) }]), [9, 4, 13]);
    assert.deepEqual(await streamed([...words, { ...end, ...report(9, 4) }]), [9, 4, 13]);
    const inChoice = { choices: [{ ...end.choices[0], ...report(9, 4) }] };
    assert.deepEqual(await streamed([...words, inChoice]), [9, 4, 13]);
    const nulls = words.map((each) => ({ ...each, usage: null }));
    assert.deepEqual(await streamed([...nulls, end, { ...none, ...report(9, 4) }]), [9, 4, 13]);
  });

  it("U4 is exact in a whole answer", async () => {
    assert.deepEqual(await whole(report(9, 4)), [9, 4, 13]);
  });

  it("U4 is the last of the reports where each counts all pieces so far", async () => {
    const growing = words.map((each, at) => ({ ...each, ...report(9, at + 1) }));
    assert.deepEqual(await streamed([...growing, end]), [9, 4, 13]);
    assert.deepEqual(await streamed([...growing, { ...end, ...report(9, 5) }]), [9, 5, 14]);
    const first = { ...piece({ role: "assistant", content: "" }), ...report(9, 0) };
    assert.deepEqual(await streamed([first, ...growing, end]), [9, 4, 13]);
    const unknown = { ...first, usage: { prompt_tokens: -1, completion_tokens: -1 } };
    assert.deepEqual(await streamed([unknown, ...growing, end]), [9, 4, 13]);
  });

  const notExact: Record<string, readonly unknown[]> = {
    "is missing": [...words, end],
    "is the same in each piece": [...words, end].map((each) => ({ ...each, ...report(9, 1) })),
    "shrinks from piece to piece": words.map((each, at) => ({ ...each, ...report(9, 9 - at) })),
    "comes before the end of the text": [
      { ...words[0], ...report(9, 1) },
      { ...words[1], ...report(9, 2) },
      ...words.slice(2),
      end,
    ],
    "counts no output though there is some": [...words, { ...end, ...report(9, 0) }],
    "is negative in the end": [
      ...words.map((each, at) => ({ ...each, ...report(9, at + 1) })),
      { ...end, ...report(-1, -1) },
    ],
    "is text": [...words, { ...end, usage: { prompt_tokens: "9", completion_tokens: "4" } }],
    "has a total below its parts": [
      ...words,
      { ...end, usage: { prompt_tokens: 9, completion_tokens: 4, total_tokens: 4 } },
    ],
    "is in parts": [...words, { ...end, usage: { total_tokens: 13 } }],
  };
  for (const [name, events] of Object.entries(notExact))
    it(`U4 is not known where it ${name}`, async () => {
      assert.equal(await streamed(events), undefined);
    });

  it("U4 is not known from a whole answer without it, or with nonsense", async () => {
    assert.equal(await whole({}), undefined);
    assert.equal(await whole({ usage: "13" }), undefined);
    assert.equal(await whole(report(0, 0)), undefined);
  });

  const refused: Record<string, ModelReply> = {
    "by its name": {
      status: 400,
      body: { error: { message: "Unrecognized request argument supplied: stream_options" } },
    },
    "with another status": {
      status: 500,
      body: { error: { message: "json: unknown field include_usage" } },
    },
    "without its name": { status: 422, body: { detail: "Extra inputs are not permitted" } },
  };
  for (const [name, reply] of Object.entries(refused))
    it(`U4 is asked for no longer once the field is refused ${name}, of any model there`, async () => {
      const answer = completion({ content: "Forty-two." });
      const { server, send } = await scripted(({ body }) => (body.stream_options ? reply : answer));
      const way = { address: server.base, send, key: async () => undefined };
      const models = new OfferedModels(
        () => ["one", "two"].map((identifier) => ({ ...way, identifier })),
        true,
      );
      for (const identifier of ["one", "two"]) {
        const { text, usage } = await models
          .find(undefined, [identifier])!
          .complete(question, never);
        assert.deepEqual([text, usage], ["Forty-two.", undefined]);
      }
      assert.deepEqual(
        server.requests.map(({ body }) => [body.model, body.stream_options]),
        [
          ["one", asked],
          ["one", undefined],
          ["two", undefined],
        ],
      );
    });

  it("is asked for again after a refusal that had another reason", async () => {
    const broken: ModelReply = { status: 400, body: { error: { message: "No." } } };
    const { model, server } = await scripted((_, nth) =>
      nth <= 2 ? broken : completion({ content: "Fine." }),
    );
    await assert.rejects(model.complete(question, never), /It says: No\./);
    await model.complete(question, never);
    assert.deepEqual(
      server.requests.map(({ body }) => body.stream_options),
      [asked, undefined, asked],
    );
  });

  it("is no reason to ask twice where the server is known to take the field", async () => {
    const broken: ModelReply = { status: 400, body: { error: { message: "No." } } };
    const { model, server } = await scripted((_, nth) =>
      nth === 1 ? completion({ content: "Fine." }) : broken,
    );
    await model.complete(question, never);
    await assert.rejects(model.complete(question, never), /It says: No\./);
    assert.equal(server.requests.length, 2);
  });
});
