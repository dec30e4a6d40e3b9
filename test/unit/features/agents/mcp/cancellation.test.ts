import assert from "node:assert/strict";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { clientToken, mcpFixture } from "./mcpFixture";
import { asking, cancelled, messagesOf, modern, modernHeaders, rpc, sent } from "./sent";

/** A call of the first client that the hub has, and how others post messages of the same protocol. */
async function waitingCall(headers: (name: string) => Record<string, string>, more: object) {
  const fixture = await mcpFixture();
  const { server, hold, held, calls } = fixture;
  hold(true);
  const post = (message: object, others: Record<string, string> = {}) =>
    sent(server.port, { body: JSON.stringify(message), headers: others });
  const call = asking("Why?", more);
  const answered = post(call, { ...headers("tools/call"), "mcp-session-id": "a" });
  await until("the hub has it", () => held.length === 1);
  return {
    ...fixture,
    post,
    isStopped: () => calls[0]!.signal.aborted,
    /** The text of the answer, which the hub gives now. */
    answer: async () => {
      held[0]!.socket.write(rawJson({ output: "Late." }));
      return (await answered).text;
    },
    answered,
  };
}

describe("a cancellation of an MCP client", () => {
  afterEach(closeAll);

  for (const [version, headers, more] of [
    ["2025-11-25", () => ({ "mcp-protocol-version": "2025-11-25" }), {}],
    [
      "2026-07-28",
      (name: string) => modernHeaders(name, { "mcp-name": "expertHub_askExpert" }),
      modern,
    ],
  ] as const)
    it(`N5 stops no call of another program with the same id in ${version}`, async () => {
      const { post, isStopped, answer } = await waitingCall(headers, more);
      const bob = { authorization: `Bearer ${clientToken}` };
      for (const session of ["a", "b", ""]) {
        const { status } = await post(cancelled(1), {
          ...headers("notifications/cancelled"),
          ...bob,
          "mcp-session-id": session,
        });
        assert.equal(status, 202);
      }
      assert.equal(isStopped(), false);
      assert.match(await answer(), /Late\./);
    });

  it("N5 stops no call of another session, nor one whose id is a text", async () => {
    const { post, isStopped, answer } = await waitingCall(() => ({}), {});
    await post(cancelled(1), { "mcp-session-id": "b" });
    await post(cancelled("1"), { "mcp-session-id": "a" });
    assert.equal(isStopped(), false);
    assert.match(await answer(), /Late\./);
  });

  it("N5 stops the call, which gets no answer", async () => {
    const { post, isStopped, answered } = await waitingCall(() => ({}), {});
    await post(cancelled(1), { "mcp-session-id": "a" });
    assert.equal(isStopped(), true);
    assert.deepEqual(messagesOf(await answered), []);
  });

  it("N5 stops neither of two calls that it could mean", async () => {
    const { post, calls, held } = await waitingCall(() => ({}), {});
    const second = post(asking("And?"), { "mcp-session-id": "a" });
    await until("the hub has both", () => held.length === 2);
    await post(cancelled(1), { "mcp-session-id": "a" });
    assert.deepEqual(
      calls.map(({ signal }) => signal.aborted),
      [false, false],
    );
    held[1]!.socket.write(rawJson({ output: "Late." }));
    assert.match((await second).text, /Late\./);
  });

  it("N5 stops one call of a batch, and the others are answered", async () => {
    const { server, hold, held, calls } = await mcpFixture();
    hold(true);
    const post = (body: object) => sent(server.port, { body: JSON.stringify(body) });
    const batch = [asking("Why?"), { ...asking("And?"), id: 2 }, rpc("ping", {}, 3)];
    const answered = post(batch);
    await until("the hub has both", () => held.length === 2);
    await post(cancelled(1));
    assert.deepEqual(
      calls.map(({ signal }) => signal.aborted),
      [true, false],
    );
    held[1]!.socket.write(rawJson({ output: "Late." }));
    const ids = messagesOf(await answered).map(({ id }) => id);
    assert.deepEqual(new Set(ids), new Set([2, 3]));
  });

  it("N5 and batches are refused in protocols without them", async () => {
    const { port } = (await mcpFixture()).server;
    const body = JSON.stringify([rpc("ping"), rpc("ping", {}, 2)]);
    const status = async (headers: Record<string, string>) =>
      (await sent(port, { body, headers })).status;
    assert.equal(await status({}), 200);
    assert.equal(await status({ "mcp-protocol-version": "2025-03-26" }), 200);
    for (const version of ["2025-06-18", "2025-11-25", "2026-07-28"])
      assert.equal(await status({ "mcp-protocol-version": version }), 400, version);
  });
});
