import assert from "node:assert/strict";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { bodyOf } from "../../asking/core/realQuestion";
import { closeAll } from "../../../client/hubFixture";
import { clientToken, mcpFixture, otherToken } from "./mcpFixture";
import { asking, cancelled, messagesOf, rpc, sent } from "./sent";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const [alice, bob] = [bearer(clientToken), bearer(otherToken)];

const inVersion = (version: string) => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
});

async function fixture() {
  const all = await mcpFixture();
  const post = (message: object, headers: Record<string, string>) =>
    sent(all.server.port, { body: JSON.stringify(message), headers });
  /** The answer to this question, of which the client says that it is its first. */
  const ask = async (headers: Record<string, string>, question: string) =>
    (await post(asking(question), headers)).text;
  return { ...all, post, ask };
}

describe("several clients of the MCP server", () => {
  afterEach(closeAll);

  it("N9 have ids of their own: a cancellation stops the call of its client alone", async () => {
    const { ask, post, calls, hold, held } = await fixture();
    hold(true);
    const asked = [ask(alice, "Alice?"), ask(bob, "Bob?")];
    await until("the hub has both", () => held.length === 2);
    assert.equal((await post(cancelled(1), bob)).status, 202);
    assert.equal(await asked[1], "", "a cancelled call gets no answer");
    const stopped = calls.map(({ holder, signal }) => [
      holder === "editor" ? holder : holder.id,
      signal.aborted,
    ]);
    assert.deepEqual(Object.fromEntries(stopped), { codex: false, cursor: true });
    const going = held.find((one) => bodyOf(one).input_data === "Alice?");
    going!.socket.write(rawJson({ output: "For Alice." }));
    assert.match((await asked[0])!, /For Alice\./);
  });

  it("N9 are asked for and answered while eight dialogs of another stay open", async () => {
    const { ask, dialogs, user, questions } = await fixture();
    user.isAsked = true;
    const open = Array.from({ length: 8 }, (_, at) => ask(alice, `Alice ${at}?`));
    await until("the user is asked", () => dialogs.length === 1);
    const asked = ask(bob, "Bob?");
    await until("the user is asked for the other, too", () => dialogs.length === 2);
    dialogs[1]!.answer("once");
    assert.match(await asked, /Fine\./);
    assert.deepEqual(
      questions().map(({ input_data: input }) => input),
      ["Bob?"],
    );
    for (let at = 0; at < 8; at++) {
      await until(
        "the next dialog",
        () => dialogs.filter((one) => one.client === "codex").length > at,
      );
      dialogs.filter((one) => one.client === "codex")[at]!.answer("no");
    }
    for (const text of await Promise.all(open)) assert.match(text, /Nothing was sent\./);
  });

  it("N9 end a call at once that waits for a dialog, and its answer counts no longer", async () => {
    const { ask, post, dialogs, user, calls, questions } = await fixture();
    user.isAsked = true;
    const shown = ask(alice, "Shown?");
    await until("the user is asked", () => dialogs.length === 1);
    const waiting = post({ ...asking("Waiting?"), id: 2 }, alice);
    await until("the second call is there", () => calls.length === 2);
    await post(cancelled(2), alice);
    assert.equal((await waiting).text, "");
    await post(cancelled(1), alice);
    assert.equal(await shown, "");
    dialogs[0]!.answer("once");
    const next = ask(alice, "Next?");
    await until("the user is asked again", () => dialogs.length === 2);
    dialogs[1]!.answer("once");
    assert.match(await next, /Fine\./);
    assert.deepEqual(
      questions().map(({ input_data: input }) => input),
      ["Next?"],
    );
  });

  it("N9 get from each unknown version the versions that are spoken, and nothing undeclared", async () => {
    const { server } = await fixture();
    const modern = async (method: string, version: string) => {
      const headers = { "mcp-protocol-version": version, "mcp-method": method };
      const body = JSON.stringify(rpc(method, inVersion(version)));
      return messagesOf(await sent(server.port, { body, headers }))[0];
    };
    const discovered = (await modern("server/discover", "2026-07-28"))?.result;
    assert.deepEqual(Object.keys(discovered?.["capabilities"] as object), ["tools"]);
    const unknown = (await modern("tools/list", "2099-01-01"))?.error as { data?: unknown };
    assert.deepEqual(unknown.data, {
      supported: discovered?.["supportedVersions"],
      requested: "2099-01-01",
    });
    const hello = {
      protocolVersion: "2099-01-01",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    };
    const body = JSON.stringify(rpc("initialize", hello));
    const [initialized] = messagesOf(await sent(server.port, { body }));
    assert.equal(initialized?.result?.["protocolVersion"], "2025-11-25");
    assert.deepEqual(Object.keys(initialized?.result?.["capabilities"] as object), ["tools"]);
  });
});
