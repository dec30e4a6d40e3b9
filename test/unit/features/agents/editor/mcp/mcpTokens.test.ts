import assert from "node:assert/strict";
import { withAllowed } from "../../../../../../src/features/agents/core/mcpClients";
import {
  McpTokens,
  clientPermissions,
} from "../../../../../../src/features/agents/editor/mcp/mcpTokens";
import { until } from "../../../../../support/until";
import { hangs, refuses, TestSecrets } from "../../../../platform/editor/secretStorage";

const [cursor, codex] = [
  { id: "cursor", name: "Cursor" },
  { id: "codex", name: "Codex" },
];
const seven = { hubScope: "https://hub.example", expertId: 7, name: "Seven" };

const valuesOf = (tokens: McpTokens) => tokens.all.map(({ value }) => value);

function windows() {
  const secrets = new TestSecrets();
  return { secrets, here: new McpTokens(secrets), elsewhere: new McpTokens(secrets) };
}

describe("the tokens of the MCP server", () => {
  it("N4 tell programs apart, and stay the same for each", async () => {
    const { here, elsewhere } = windows();
    const [first, second] = await Promise.all([here.tokenOf(cursor), here.tokenOf(codex)]);
    assert.notEqual(first, second);
    assert.match(first, /^[\w-]{43}$/);
    assert.equal(await elsewhere.tokenOf(cursor), first);
    assert.deepEqual(
      elsewhere.all.map(({ holder }) => holder),
      ["editor", cursor, codex],
    );
    for (const tokens of [here, elsewhere]) tokens.dispose();
  });

  it("N4 lock out a program in every window once its token is revoked", async () => {
    const { here, elsewhere } = windows();
    const [first, second] = [await here.tokenOf(cursor), await here.tokenOf(codex)];
    await elsewhere.revoke("cursor");
    await until("it is read again", () => !valuesOf(here).includes(first));
    assert.deepEqual(valuesOf(here), [here.editor, second]);
    assert.notEqual(await here.tokenOf(cursor), first);
    await elsewhere.revokeAll();
    await until("it is read again", () => valuesOf(here).length === 1);
    for (const tokens of [here, elsewhere]) tokens.dispose();
  });

  it("N1 keep what a program was allowed over a restart, and not with another token", async () => {
    const { secrets, here } = windows();
    await here.tokenOf(cursor);
    await here.change("cursor", (client) => withAllowed(client, seven));
    const restarted = new McpTokens(secrets);
    await restarted.renew();
    assert.deepEqual(restarted.clients[0]?.allowed, [seven]);
    await restarted.revoke("cursor");
    await restarted.tokenOf(cursor);
    assert.deepEqual(restarted.clients[0]?.allowed, []);
    await restarted.change("nobody", (client) => withAllowed(client, seven));
    assert.deepEqual(restarted.clients[0]?.allowed, []);
  });

  it("N1 are listed among the permissions with what they allow, and taken back there", async () => {
    const { here } = windows();
    await here.tokenOf(cursor);
    await here.tokenOf(codex);
    await here.change("codex", (client) => withAllowed(client, seven));
    const listed = async () =>
      (await clientPermissions(here)).map(({ label, description }) => `${label}: ${description}`);
    assert.deepEqual(await listed(), [
      "Cursor: may ask your experts through MCP",
      "Codex: may ask your experts through MCP",
      "Seven: questions of Codex through MCP, without asking you",
    ]);
    for (const permission of (await clientPermissions(here)).slice(2)) await permission.revoke();
    assert.deepEqual(await listed(), [
      "Cursor: may ask your experts through MCP",
      "Codex: may ask your experts through MCP",
    ]);
    for (const permission of await clientPermissions(here)) await permission.revoke();
    assert.deepEqual([await listed(), here.all.length], [[], 1]);
  });

  it("N9 end in time with one sentence where the keyring is silent, and go on once it answers", async () => {
    const secrets = new TestSecrets();
    const tokens = new McpTokens(secrets, 50);
    const held = await tokens.tokenOf(codex);
    const failure = { kind: "storage", message: /^The tokens of MCP clients could not be/ };
    for (const locked of [hangs, refuses]) {
      secrets.locked = locked;
      const begun = performance.now();
      const calls = [
        tokens.renew(),
        tokens.read(),
        tokens.tokenOf(cursor),
        tokens.tokenOf(codex),
        tokens.change("codex", (client) => withAllowed(client, seven)),
        tokens.revoke("codex"),
        tokens.revokeAll(),
        clientPermissions(tokens),
      ];
      await Promise.all(calls.map((call) => assert.rejects(call, failure)));
      const took = performance.now() - begun;
      assert.ok(took < 500, `no call waits for the time of another: ${took}`);
      secrets.locked = undefined;
      assert.equal(await tokens.tokenOf(codex), held);
    }
    tokens.dispose();
  });
});
