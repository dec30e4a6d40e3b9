import assert from "node:assert/strict";
import { closeAll } from "../../../client/hubFixture";
import { mcpFixture } from "./mcpFixture";
import { asking, messagesOf, modern, modernHeaders, rpc, sent } from "./sent";

/** The status, and the code of the JSON-RPC error. */
async function answer(
  port: number,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<readonly [status: number | undefined, code: number | undefined]> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const received = await sent(port, { body, headers });
  return [received.status, messagesOf(received)[0]?.error?.code];
}

describe("messages to the MCP server", () => {
  afterEach(closeAll);

  it("N5 have to be JSON, and of JSON-RPC", async () => {
    const { server, calls } = await mcpFixture();
    const { port } = server;
    const notText = Buffer.concat([Buffer.from('"'), Buffer.from([0xff]), Buffer.from('"')]);
    assert.equal((await sent(port, { body: notText })).status, 400);
    for (const broken of ["", "{", '{"jsonrpc":"2.0"', "\u0000", "[1,"])
      assert.deepEqual(await answer(port, broken), [400, -32700], broken);
    for (const strange of [1, null, '"ping"', {}, [], { ...asking("Why?"), jsonrpc: "1.0" }])
      assert.deepEqual(await answer(port, strange), [400, -32600], JSON.stringify(strange));
    assert.deepEqual(calls, []);
  });

  it("N5 are refused if they are no POST of JSON", async () => {
    const { server, refused } = await mcpFixture();
    const { port } = server;
    for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
      const { status, headers } = await sent(port, { method });
      assert.deepEqual([status, headers["allow"]], [405, "POST"], method);
      assert.equal(headers["access-control-allow-origin"], undefined);
    }
    assert.deepEqual(refused, [], "each client tries it, which is no reason for a line in the log");
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
      assert.equal((await sent(port, { headers: { "content-type": type } })).status, 415, type);
    const json = { "content-type": "application/json; charset=utf-8" };
    assert.equal((await sent(port, { headers: json })).status, 200);
  });

  it("N5 of more than a mebibyte are refused, with and without a length", async () => {
    const { server, calls } = await mcpFixture();
    const body = JSON.stringify(asking("x".repeat(1024 * 1024)));
    assert.equal((await sent(server.port, { body })).status, 413);
    const chunked = { "transfer-encoding": "chunked" };
    assert.equal((await sent(server.port, { body, headers: chunked })).status, 413);
    assert.deepEqual(calls, []);
  });

  it("N5 of unknown methods and versions get an error, notifications nothing", async () => {
    const { port } = (await mcpFixture()).server;
    for (const method of ["tools/delete", "prompts/list", "resources/list"]) {
      assert.deepEqual(await answer(port, rpc(method)), [200, -32601], method);
      const unknown = rpc(method, modern);
      assert.deepEqual(await answer(port, unknown, modernHeaders(method)), [404, -32601], method);
    }
    const old = { "mcp-protocol-version": "2024-01-01" };
    assert.equal((await answer(port, rpc("ping"), old))[0], 400);
    assert.deepEqual(await answer(port, { jsonrpc: "2.0", method: "notifications/x" }), [
      202,
      undefined,
    ]);
  });
});
