import assert from "node:assert/strict";
import {
  Refusals,
  RunningServer,
} from "../../../../../../src/features/agents/editor/mcp/runningServer";
import { configurations } from "../../../../../../src/features/agents/editor/mcp/configurations";
import { token } from "../../mcp/mcpFixture";

const url = "http://127.0.0.1:1/mcp";

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

  it("has the same port with each start, and another beside a second window", async () => {
    const shared = new Map<string, unknown>();
    const first = windowWith(shared);
    const second = windowWith(shared);
    const { port } = (await first.server.follow())!;
    assert.notEqual((await second.server.follow())!.port, port);
    for (const { server, wish } of [first, second]) {
      wish.isOn = false;
      await server.follow();
      wish.isOn = true;
    }
    assert.equal((await second.server.follow())!.port, port);
    for (const { server, wish } of [first, second]) {
      wish.isOn = false;
      await server.follow();
      server.dispose();
    }
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

  it("has configurations that name the token without having it", () => {
    const { inputs, servers } = JSON.parse(configurations.vscode(url)) as {
      inputs: { id: string; password: boolean }[];
      servers: Record<string, { headers: object }>;
    };
    assert.equal(inputs[0]?.password, true);
    assert.deepEqual(servers["expert-hub"]?.headers, {
      Authorization: `Bearer \${input:${inputs[0]?.id}}`,
    });
    for (const format of ["mcpServers", "claude", "codex"] as const)
      assert.match(configurations[format](url), /EXPERT_HUB_MCP_TOKEN/, format);
  });
});
