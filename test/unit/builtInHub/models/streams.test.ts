import assert from "node:assert/strict";
import { ModelProblem, type ModelRequest } from "../../../../src/contract/chatModel";
import { completion, piece, type ModelReply } from "../../../support/modelServer";
import { until } from "../../../support/until";
import { scriptedModels } from "./modelUnderTest";

const question: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [{ role: "user", content: "6*7" }],
  tools: [],
};
const never = new AbortController().signal;
const streamed = { "content-type": "text/event-stream" };
const line = (event: object) => `data: ${JSON.stringify(event)}\n`;
const mebibyte = 1024 ** 2;

const part = (given: string) =>
  piece({ tool_calls: [{ id: "a", function: { name: "web_search", arguments: given } }] });

const sized = (bytes: number): ModelReply => {
  const text = JSON.stringify(completion({ content: "42" }).body);
  return { body: text.padEnd(bytes) };
};

describe("the answer of a model", () => {
  const scripted = scriptedModels();

  const complete = async (reply: ModelReply) =>
    (await scripted(reply)).model.complete(question, never);

  it("G5 ends with [DONE], also where the server leaves the stream open", async () => {
    const events = [piece({ content: "42" }), "data: [DONE]\n\n", piece({ content: "43" })];
    const { model, server } = await scripted({ events, hang: true });
    assert.equal((await model.complete(question, never)).text, "42");
    await until("the connection is closed", () => server.abandoned === 1);
  });

  it("G5 ends with a finish_reason where [DONE] is missing", async () => {
    const body = `${line(piece({ content: "42" }))}\n${line(piece({}, "stop"))}\n`;
    assert.equal((await complete({ headers: streamed, body })).text, "42");
  });

  it("G5 ends with an event that no blank line follows", async () => {
    const body = line(piece({ content: "42" }, "stop"));
    for (const end of [body, body.trimEnd()])
      assert.equal((await complete({ headers: streamed, body: end })).text, "42");
  });

  it("G5 is an error where a failure is labelled as a stream", async () => {
    const body = { error: { message: "Overloaded" } };
    await assert.rejects(complete({ status: 500, headers: streamed, body }), /Overloaded/);
  });

  it("G5 counts where an empty error stands beside it", async () => {
    const { body } = completion({ content: "42" });
    assert.equal((await complete({ body: { ...(body as object), error: null } })).text, "42");
  });

  it("G5 is read in the form of completions without a chat", async () => {
    assert.equal((await complete({ body: { choices: [{ text: "42" }] } })).text, "42");
  });

  it("G5 has calls whose pieces repeat id and name", async () => {
    const { calls } = await complete({ events: [part('{"que'), part('ry":1}')] });
    assert.deepEqual(calls, [{ id: "a", name: "web_search", arguments: '{"query":1}' }]);
  });

  it("G5 has a call with an id of its own where the server gives an empty one", async () => {
    const call = { id: "", function: { name: "web_search", arguments: "{}" } };
    const { calls } = await complete(completion({ tool_calls: [call, call] }));
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
    assert.ok(calls.every(({ id }) => id !== ""));
  });

  it("G4 reads 16 MiB of an answer of a model at most", async () => {
    assert.equal((await complete(sized(16 * mebibyte))).text, "42");
    await assert.rejects(complete(sized(16 * mebibyte + 1)), /too large/);
  });

  for (const [status, kind] of [
    [403, "bad-key"],
    [413, "too-long"],
    [500, "failed"],
  ] as const) {
    it(`G5 is ${kind} under status ${status}`, async () => {
      await assert.rejects(complete({ status, body: {} }), { kind });
    });
  }

  it("G5 is no lack of tools where a failing server merely mentions them", async () => {
    const body = { error: { message: "The proxy does not support tools" } };
    await assert.rejects(complete({ status: 500, body }), { kind: "failed" });
  });

  it("G5 is quoted in one line of 300 characters where it is an error", async () => {
    const message = `Over\nloaded\u202e ${"x".repeat(400)}`;
    await assert.rejects(complete({ status: 500, body: { error: { message } } }), (error: Error) =>
      error.message.endsWith(` It says: Over loaded ${"x".repeat(300 - 12)}…`),
    );
  });

  for (const body of [
    { message: "Out of memory" },
    { error: "Out of memory" },
    { error: { message: "Out of memory" } },
  ])
    it(`G5 is quoted from ${JSON.stringify(body)}`, async () => {
      await assert.rejects(complete({ status: 500, body }), /It says: Out of memory$/);
    });

  for (const [after, seconds] of [
    ["1.2", 2],
    ["0", 0],
    ["-1", undefined],
    ["Sat, 21 Nov 1999 00:00:00 GMT", 0],
  ] as const) {
    it(`asks to wait ${seconds} seconds after Retry-After: ${after}`, async () => {
      const reply = { status: 429, headers: { "retry-after": after }, body: {} };
      await assert.rejects(complete(reply), (error: unknown) => {
        assert.ok(error instanceof ModelProblem);
        assert.equal(error.retryAfterSeconds, seconds);
        return true;
      });
    });
  }
});
