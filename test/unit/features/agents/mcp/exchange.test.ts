import assert from "node:assert/strict";
import { Calls, Sessions } from "../../../../../src/features/agents/mcp/calls";
import { exchange } from "../../../../../src/features/agents/mcp/exchange";
import type { McpCall } from "../../../../../src/features/agents/mcp/tools";
import { info } from "./mcpFixture";
import { rpc } from "./sent";

describe("a call of an MCP client", () => {
  it("is cancelled from the start where its client has hung up by then", async () => {
    const called: boolean[] = [];
    const tools = {
      list: () => [],
      call: async (_name: string, _input: unknown, { signal }: McpCall) => {
        called.push(signal.aborted);
        return { text: "" };
      },
    };
    const parts = { info, tools, calls: new Calls(), sessions: new Sessions(), aliveMs: 1_000 };
    for (const gone of [AbortSignal.abort(), new AbortController().signal]) {
      const caller = { headers: {}, holder: "client", gone, stream: () => {} } as const;
      await exchange(rpc("tools/call", { name: "any" }), caller, parts);
    }
    assert.deepEqual(called, [true, false]);
  });
});
