import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import type { ModelRequest } from "../../../../../src/contract/chatModel";
import type { EndedRequest, OnSent, StartedRequest } from "../../../../../src/contract/purpose";
import { EditorRequest } from "../../../../../src/features/models/editor/editorRequest";

const tool = { name: "web_search", description: "Searches.", parameters: { type: "object" } };

const request: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Größe?" },
    {
      role: "assistant",
      content: "",
      calls: [{ id: "c1", name: "web_search", arguments: '{"query":"size"}' }],
    },
    { role: "tool", callId: "c1", content: "12" },
  ],
  tools: [tool],
};

const text = 'Be brief.Größe?c1web_search{"query":"size"}c112';
const never = new AbortController().signal;
const refusal = (code: string) => Object.assign(new Error("x"), { code });

async function* parts(...all: unknown[]) {
  for (const part of all) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

function fixture() {
  const begun: StartedRequest[] = [];
  const ended: EndedRequest[] = [];
  const onSent: OnSent = (started) => {
    begun.push(started);
    return (end) => void ended.push(end);
  };
  return { begun, ended, entry: new EditorRequest(request, "scripted", onSent) };
}

async function read({ stream }: { stream: AsyncIterable<unknown> }): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const part of stream) found.push(part);
  return found;
}

describe("a request to a model of VS Code in the activity log", () => {
  it("Y4 has no line before VS Code has accepted it, and then one with all that went there", async () => {
    const { begun, ended, entry } = fixture();
    const { promise, resolve } = Promise.withResolvers<{ stream: AsyncIterable<unknown> }>();
    const sending = entry.sent(promise);
    await turn();
    assert.deepEqual(begun, []);
    const answer = [{ value: "Grün" }, { name: "web_search", input: { query: "a" } }, { data: 1 }];
    resolve({ stream: parts(...answer) });
    const response = await sending;
    assert.deepEqual(
      begun.map(({ purpose, to, bytesOut }) => [purpose, to, bytesOut]),
      [[request.purpose, "scripted", Buffer.byteLength(text + JSON.stringify([tool]))]],
    );
    assert.deepEqual(await read(response), answer);
    assert.deepEqual(ended, []);
    entry.end();
    entry.fail(never);
    assert.deepEqual(ended, [{ bytesIn: Buffer.byteLength('Grünweb_search{"query":"a"}') }]);
  });

  for (const code of ["NoPermissions", "Blocked"])
    it(`Y4 has a line that says that it was denied, and nothing left (${code})`, async () => {
      const { begun, ended, entry } = fixture();
      await assert.rejects(entry.sent(Promise.reject(refusal(code))), { code });
      entry.fail(never);
      assert.deepEqual([begun.length, begun[0]?.bytesOut], [1, 0]);
      assert.deepEqual(ended, [{ bytesIn: 0, error: "denied" }]);
    });

  it("Y4 has no line where VS Code no longer has the model", async () => {
    const { begun, entry } = fixture();
    await assert.rejects(entry.sent(Promise.reject(refusal("NotFound"))));
    entry.fail(never);
    assert.deepEqual(begun, []);
  });

  it("Y4 counts what came of an answer that breaks off", async () => {
    const { ended, entry } = fixture();
    const response = await entry.sent(
      Promise.resolve({ stream: parts({ value: "half" }, new Error("gone")) }),
    );
    await assert.rejects(read(response), /gone/);
    entry.fail(never);
    assert.deepEqual(ended, [{ bytesIn: 4, error: "server" }]);
  });

  it("Y4 has a line only where VS Code accepts it after all, if it was stopped meanwhile", async () => {
    const stopped = AbortSignal.abort();
    const denied = fixture();
    const denying = Promise.withResolvers<{ stream: AsyncIterable<unknown> }>();
    const refused = assert.rejects(denied.entry.sent(denying.promise));
    denied.entry.fail(stopped);
    denying.reject(new Error("Canceled"));
    await refused;
    assert.deepEqual(denied.begun, []);

    const accepted = fixture();
    const accepting = Promise.withResolvers<{ stream: AsyncIterable<unknown> }>();
    const sending = accepted.entry.sent(accepting.promise);
    accepted.entry.fail(stopped);
    assert.equal(accepted.begun.length, 0);
    accepting.resolve({ stream: parts() });
    await sending;
    assert.deepEqual(accepted.ended, [{ bytesIn: 0, error: "cancelled" }]);
    assert.equal(accepted.begun[0]?.bytesOut, Buffer.byteLength(text + JSON.stringify([tool])));
  });
});
