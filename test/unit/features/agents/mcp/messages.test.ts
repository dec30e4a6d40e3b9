import assert from "node:assert/strict";
import { closeAll } from "../../../client/hubFixture";
import { mcpFixture } from "./mcpFixture";
import { asking, rpc, sent } from "./sent";

const stateless = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The status, and the JSON-RPC error or result. */
async function answer(
  port: number,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; code?: number; result?: Record<string, unknown> }> {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const { status, text } = await sent(port, { body, headers });
  const { error, result } = JSON.parse(text || "{}") as {
    error?: { code: number };
    result?: Record<string, unknown>;
  };
  return { status, ...(error && { code: error.code }), ...(result && { result }) };
}

const modern = (method: string, params: object = {}) =>
  rpc(method, { ...params, _meta: stateless });
const headersOf = (method: string, more: Record<string, string> = {}) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...more,
});

describe("messages to the MCP server", () => {
  afterEach(closeAll);

  it("N5 have to be JSON, and of JSON-RPC", async () => {
    const { port } = (await mcpFixture()).server;
    const notText = Buffer.concat([Buffer.from('"'), Buffer.from([0xff]), Buffer.from('"')]);
    assert.equal((await sent(port, { body: notText })).status, 400);
    for (const broken of ["", "{", '{"jsonrpc":"2.0"', "\u0000", "[1,"])
      assert.deepEqual(await answer(port, broken), { status: 400, code: -32700 }, broken);
    for (const strange of [
      1,
      null,
      '"ping"',
      {},
      { jsonrpc: "1.0", id: 1, method: "ping" },
      rpc("ping", undefined, {}),
      rpc("ping", undefined, null),
      rpc("ping", undefined, 1.5),
      { jsonrpc: "2.0", id: 1, method: "ping", params: [] },
      { jsonrpc: "2.0", id: 1, method: 1 },
      [],
    ])
      assert.deepEqual(
        await answer(port, strange),
        { status: 400, code: -32600 },
        JSON.stringify(strange),
      );
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

  it("N5 of unknown methods get an error, notifications nothing", async () => {
    const { port } = (await mcpFixture()).server;
    assert.deepEqual(await answer(port, rpc("tools/delete")), { status: 200, code: -32601 });
    assert.deepEqual(await answer(port, rpc("server/discover")), { status: 200, code: -32601 });
    assert.deepEqual(await answer(port, modern("ping"), headersOf("ping")), {
      status: 404,
      code: -32601,
    });
    assert.deepEqual(await answer(port, modern("initialize"), headersOf("initialize")), {
      status: 404,
      code: -32601,
    });
    assert.equal((await answer(port, { jsonrpc: "2.0", method: "notifications/x" })).status, 202);
    assert.equal((await answer(port, { jsonrpc: "2.0", id: 1, result: {} })).status, 202);
  });

  it("N5 in batches are answered where the protocol has batches", async () => {
    const { port } = (await mcpFixture()).server;
    const body = JSON.stringify([
      rpc("ping"),
      { jsonrpc: "2.0", method: "x" },
      rpc("nope", {}, "b"),
    ]);
    const { text } = await sent(port, { body });
    assert.deepEqual(
      (JSON.parse(text) as { id: unknown; error?: { code: number } }[]).map(({ id, error }) => [
        id,
        error?.code,
      ]),
      [
        [1, undefined],
        ["b", -32601],
      ],
    );
    assert.deepEqual(await answer(port, [rpc("ping"), modern("tools/list")]), {
      status: 400,
      code: -32600,
    });
    assert.equal((await answer(port, [{ jsonrpc: "2.0", method: "x" }])).status, 202);
    assert.equal(
      (
        await answer(
          port,
          Array.from({ length: 51 }, () => rpc("ping")),
        )
      ).status,
      400,
    );
  });

  it("N5 agree on a version", async () => {
    const { port } = (await mcpFixture()).server;
    const agreed = async (protocolVersion: string) =>
      (await answer(port, rpc("initialize", { protocolVersion }))).result?.["protocolVersion"];
    assert.equal(await agreed("2025-06-18"), "2025-06-18");
    assert.equal(await agreed("2025-11-25"), "2025-11-25");
    assert.equal(await agreed("2099-01-01"), "2025-11-25");
    const old = { "mcp-protocol-version": "2024-01-01" };
    assert.deepEqual(await answer(port, rpc("ping"), old), { status: 400, code: -32022 });
    assert.deepEqual((await answer(port, rpc("prompts/list"))).result, { prompts: [] });
  });

  it("N5 without a handshake bring what the protocol demands", async () => {
    const { port } = (await mcpFixture()).server;
    const method = "tools/list";
    const { result } = await answer(port, modern(method), headersOf(method));
    assert.deepEqual(
      [result?.["resultType"], result?.["ttlMs"], result?.["cacheScope"]],
      ["complete", 0, "private"],
    );
    const of = (message: object, headers: Record<string, string>) => answer(port, message, headers);
    const mismatch = { status: 400, code: -32020 };
    assert.deepEqual(await of(modern(method), {}), mismatch);
    assert.deepEqual(await of(modern(method), headersOf("ping")), mismatch);
    assert.deepEqual(
      await of(modern(method), headersOf(method, { "mcp-protocol-version": "2025-11-25" })),
      mismatch,
    );
    const call = modern("tools/call", { name: "expertHub_listExperts" });
    assert.deepEqual(await of(call, headersOf("tools/call", { "mcp-name": "x" })), mismatch);
    const base64 = Buffer.from("expertHub_listExperts").toString("base64");
    assert.equal(
      (await of(call, headersOf("tools/call", { "mcp-name": `=?base64?${base64}?=` }))).status,
      200,
    );
    assert.deepEqual(await of(rpc(method), headersOf(method)), { status: 400, code: -32602 });
    const later = { ...stateless, "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
    assert.deepEqual(await of(rpc(method, { _meta: later }), {}), { status: 400, code: -32022 });
  });
});
