import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startMcpServer } from "../../../../../src/features/agents/mcp/server";
import { describeWithAll } from "../../../../support/testSize";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { info, mcpFixture, token } from "./mcpFixture";

const suite = path.resolve("node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** The suite calls tools of these names, and knows no token. */
const suiteTools = {
  test_simple_text: { text: "This is a simple text response for testing." },
  test_error_handling: { text: "This tool intentionally returns an error.", isError: true },
};

/** A server with the experts as tools, and those of the suite. */
async function serverWithSuiteTools(): Promise<number> {
  const { tools } = await mcpFixture();
  const { port, close } = await startMcpServer({
    info,
    tools: {
      list: () => [
        ...tools.list(),
        ...Object.keys(suiteTools).map((name) => ({
          name,
          description: "A tool of the conformance suite.",
          inputSchema: { type: "object" },
        })),
      ],
      call: async (name, input, call) =>
        suiteTools[name as keyof typeof suiteTools] ?? tools.call(name, input, call),
    },
    tokens: () => [{ value: token, holder: "editor" }],
    identityKey: () => undefined,
    onRefused: () => {},
    port: 0,
  });
  atEnd(close);
  return port;
}

/** Adds the token to each request, and changes nothing else but the port. */
async function withToken(port: number): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    const own = `:${(proxy.address() as AddressInfo).port}`;
    const moved = (value?: string) =>
      value?.endsWith(own) ? value.slice(0, -own.length) + `:${port}` : value;
    const sent: IncomingHttpHeaders = { ...headers, authorization: `Bearer ${token}` };
    for (const name of ["host", "origin"] as const)
      if (headers[name] !== undefined) sent[name] = moved(headers[name]);
    const outgoing = request(
      { host: "127.0.0.1", port, method, path: url, headers: sent },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    outgoing.on("error", () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  atEnd(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
}

function run(url: string, scenario: string): Promise<{ failed: boolean; output: string }> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [suite, "server", "--url", url, "--scenario", scenario],
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    ),
  );
}

describeWithAll("the official conformance suite for MCP servers", () => {
  afterEach(closeAll);

  for (const scenario of [
    "server-initialize",
    "ping",
    "tools-list",
    "tools-call-simple-text",
    "tools-call-error",
    "dns-rebinding-protection",
    "server-sse-multiple-streams",
  ])
    it(`N5 finds nothing to object to in ${scenario}`, async () => {
      const url = await withToken(await serverWithSuiteTools());
      const { failed, output } = await run(url, scenario);
      assert.equal(failed, false, output);
      assert.match(output, /Passed: [1-9]/, output);
    });
});
