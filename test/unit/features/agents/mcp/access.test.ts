import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import * as net from "node:net";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { clients } from "./clients";
import { mcpFixture, token } from "./mcpFixture";
import { asking, sent } from "./sent";

describe("access to the MCP server", () => {
  afterEach(closeAll);

  it("N4 needs a token, and the right one", async () => {
    const { server, refused, tokens } = await mcpFixture();
    const status = async (authorization: string) =>
      (await sent(server.port, { headers: { authorization } })).status;
    assert.equal(await status(`Bearer ${token}`), 200);
    assert.equal(await status(""), 401);
    assert.equal(await status("Basic eDp5"), 401);
    for (const wrong of [token.slice(1), `${token}x`, "x", token.toLowerCase()])
      assert.equal(await status(`Bearer ${wrong}`), 403, wrong);
    tokens.splice(0);
    assert.equal(await status(`Bearer ${token}`), 403, "an old one");
    assert.deepEqual([...new Set(refused)], ["401 no token", "403 wrong token"]);
  });

  it("N4 tells nobody where to sign in", async () => {
    const { server } = await mcpFixture();
    const none = await sent(server.port, { headers: { authorization: "" } });
    assert.equal(none.headers["www-authenticate"], "Bearer");
    for (const path of [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-authorization-server",
      "/register",
      "/",
    ])
      assert.equal((await sent(server.port, { method: "GET", path })).status, 404, path);
  });

  for (const [version, connect] of Object.entries(clients))
    it(`N4 keeps out a client of ${version} with an old token`, async () => {
      const { server, calls } = await mcpFixture();
      await assert.rejects(connect(server.url, "OLD"), /403|Refused|wrong token/i);
      assert.deepEqual(calls, []);
    });

  it("N4 refuses pages of other origins, and other names for this computer", async () => {
    const { server, refused } = await mcpFixture();
    const { port } = server;
    const status = async (headers: Record<string, string>) =>
      (await sent(port, { headers })).status;
    assert.equal(await status({ host: `localhost:${port}` }), 200);
    assert.equal(await status({ origin: `http://127.0.0.1:${port}` }), 200);
    for (const host of [
      "hub.example",
      `hub.example:${port}`,
      "127.0.0.1",
      "127.0.0.1:1",
      `[::1]:${port}`,
    ])
      assert.equal(await status({ host }), 403, host);
    for (const origin of [
      "https://page.example",
      "null",
      "http://localhost:3000",
      `https://localhost:${port}`,
    ])
      assert.equal(await status({ origin }), 403, origin);
    assert.deepEqual([...new Set(refused)], ["403 foreign host", "403 foreign origin"]);
  });

  it("N4 is not reachable from another computer", async () => {
    const { server } = await mcpFixture();
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4");
    for (const host of ["127.0.0.2", ...others.map(({ address }) => address)])
      assert.equal(await connects(host, server.port), false, host);
    assert.equal(await connects("127.0.0.1", server.port), true);
  });

  it("N4 is closed after it was stopped, with every call", async () => {
    const { server, hold, held, calls } = await mcpFixture();
    hold(true);
    const asked = assert.rejects(sent(server.port, { body: JSON.stringify(asking("Why?")) }));
    await until("the hub has it", () => held.length === 1);
    await server.close();
    await asked;
    assert.equal(calls[0]!.signal.aborted, true);
    assert.equal(await connects("127.0.0.1", server.port), false);
  });
});

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
