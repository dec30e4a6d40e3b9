import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import {
  Refusals,
  RunningServer,
  takeOverMs,
} from "../../../../../../src/features/agents/editor/mcp/runningServer";
import { until } from "../../../../../support/until";
import { token } from "../../mcp/mcpFixture";

/** A window, with what it shares with others. */
function windowWith(shared: Map<string, unknown>) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const wish = { isOn: true };
  const server = new RunningServer({
    info: { name: "x", title: "X", version: "1", instructions: "" },
    tools: { list: () => [], call: async () => undefined },
    tokens: () => [{ value: token, holder: "editor" }],
    renewTokens: async () => {},
    store: {
      get: (key) => shared.get(key),
      update: async (key, change) => void shared.set(key, change(shared.get(key))),
    },
    log: { info: log, warn: log },
    isOn: () => wish.isOn,
  });
  return { server, wish, lines };
}

describe("the running MCP server", () => {
  it("N4 does not listen while it is off", async () => {
    const { server, wish, lines } = windowWith(new Map());
    wish.isOn = false;
    assert.equal(await server.follow(), undefined);
    wish.isOn = true;
    const running = (await server.follow())!;
    assert.equal((await fetch(running.url)).status, 401);
    wish.isOn = false;
    assert.equal(await server.follow(), undefined);
    await assert.rejects(fetch(running.url));
    assert.deepEqual(lines, [
      `MCP server started on port ${running.port}`,
      "MCP request refused: 401, no token",
      "MCP server stopped",
    ]);
    server.dispose();
  });

  it("has the same port with each start", async () => {
    const { server, wish } = windowWith(new Map());
    const { port } = (await server.follow())!;
    wish.isOn = false;
    await server.follow();
    assert.equal(server.clients, undefined);
    wish.isOn = true;
    assert.equal((await server.follow())!.port, port);
    assert.deepEqual(server.clients, { port, url: `http://127.0.0.1:${port}/mcp` });
    server.dispose();
  });

  it("Y8 has its port taken over by another window when its own closes, then by a third", async () => {
    const shared = new Map<string, unknown>();
    const windows = [windowWith(shared), windowWith(shared), windowWith(shared)];
    const running = [];
    for (const { server } of windows) running.push((await server.follow())!);
    const { port } = running[0]!;
    assert.equal(new Set(running.map((one) => one.port)).size, 3);
    const shown: unknown[] = [];
    windows[1]!.server.onDidChange(() => shown.push(windows[1]!.server.clients?.port));
    // Configurations that are copied in any window go on working.
    assert.deepEqual(
      windows.map(({ server }) => server.clients?.port),
      [port, port, port],
    );
    const servers = () => windows.filter(({ lines }) => lines.some((line) => / over /.test(line)));
    for (const count of [1, 2]) {
      const [serving] = count === 1 ? windows : servers();
      serving!.server.dispose();
      await until("another window serves", () => servers().length === count);
      assert.equal((await fetch(`http://127.0.0.1:${port}/mcp`)).status, 401);
      assert.ok(servers().at(-1)!.lines.includes(`MCP server took over port ${port}`));
    }
    for (const { server } of windows) server.dispose();
    await assert.rejects(fetch(`http://127.0.0.1:${port}/mcp`));
  });

  it("Y8 is tried again twice a second, and stays where VS Code's own client knows it", async () => {
    assert.ok(takeOverMs <= 500);
    const shared = new Map<string, unknown>();
    const [first, second] = [windowWith(shared), windowWith(shared)];
    await first.server.follow();
    const own = (await second.server.follow())!;
    first.server.dispose();
    await until("it is taken over", () => second.lines.length === 2);
    assert.equal((await second.server.follow())!.url, own.url);
    assert.equal((await fetch(own.url)).status, 401);
    second.server.dispose();
  });

  it("Y8 leaves a port that another program has, and is reached elsewhere until it is free", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    // A window had it, and has crashed.
    const crashed = spawnSync(process.execPath, ["--version"]).pid;
    const { server, wish, lines } = windowWith(
      new Map([
        ["expertHub.mcpPort", port],
        ["expertHub.mcpProcess", crashed],
      ]),
    );
    const own = (await server.follow())!.port;
    assert.notEqual(own, port);
    assert.equal(server.clients?.port, own);
    await new Promise((resolve) => other.close(resolve));
    await until("it is taken over", () => lines.length === 2);
    assert.equal(server.clients?.port, port);
    wish.isOn = false;
    await server.follow();
    for (const closed of [own, port])
      await assert.rejects(fetch(`http://127.0.0.1:${closed}/mcp`), String(closed));
    server.dispose();
  });

  it("starts once, however often it is asked to", async () => {
    const { server, wish } = windowWith(new Map());
    const [first, second] = await Promise.all([server.follow(), server.follow()]);
    assert.equal(first, second);
    wish.isOn = false;
    await server.follow();
  });

  it("reports the first refusal of a kind, and then each hundredth", () => {
    const lines: string[] = [];
    const refusals = new Refusals((line) => lines.push(line));
    for (let count = 0; count < 200; count++) refusals.add(403, "wrong token");
    refusals.add(401, "no token");
    assert.deepEqual(lines, [
      "MCP request refused: 403, wrong token",
      "MCP requests refused so far: 100 (403, wrong token)",
      "MCP requests refused so far: 200 (403, wrong token)",
      "MCP request refused: 401, no token",
    ]);
  });
});
