import assert from "node:assert/strict";
import { Calls, Sessions } from "../../../../../src/features/agents/mcp/calls";
import { metaKeys, statelessVersions } from "../../../../../src/features/agents/mcp/era";
import { exchange } from "../../../../../src/features/agents/mcp/exchange";
import type { McpCall } from "../../../../../src/features/agents/mcp/tools";
import { info } from "./mcpFixture";
import { rpc } from "./sent";

describe("a call of an MCP client", () => {
  it("is cancelled by hanging up in a protocol without a handshake, also before it begins", async () => {
    const called: boolean[][] = [];
    const tools = {
      list: () => [],
      call: async (_name: string, _input: unknown, { signal, gone }: McpCall) => {
        called.push([signal.aborted, gone.aborted]);
        return { text: "" };
      },
    };
    const parts = { info, tools, calls: new Calls(), sessions: new Sessions(), aliveMs: 1_000 };
    const [version] = statelessVersions;
    const meta = { [metaKeys.version]: version, [metaKeys.capabilities]: {} };
    const stateless = { "mcp-protocol-version": version, "mcp-method": "tools/call" };
    for (const gone of [AbortSignal.abort(), new AbortController().signal]) {
      const caller = { headers: {}, holder: "client", gone, stream: () => {} } as const;
      await exchange(rpc("tools/call", { name: "any" }), caller, parts);
      await exchange(
        rpc("tools/call", { name: "any", _meta: meta }),
        { ...caller, headers: { ...stateless, "mcp-name": "any" } },
        parts,
      );
    }
    assert.deepEqual(called, [
      [false, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
  });
});
