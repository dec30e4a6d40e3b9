import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { atEnd } from "../../../client/hubFixture";
import { token as usualToken } from "./mcpFixture";

const identity = { name: "test-client", title: "Test Client", version: "1" };

const withToken = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

interface Asked {
  readonly text: string;
  readonly isError: boolean;
}

interface AskOptions {
  readonly tool?: string;
  readonly signal?: AbortSignal;
}

/** What both official clients can do. */
export interface TestClient {
  readonly client: Pick<Client, "getServerVersion" | "getInstructions" | "listTools">;
  ask(question: string, options?: AskOptions): Promise<Asked>;
}

/** The official client of the protocol without a handshake. */
export async function statelessClient(url: string, token = usualToken): Promise<TestClient> {
  const client = new Client(identity, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  atEnd(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url), withToken(token)));
  return {
    client,
    ask: async (question, { tool, signal } = {}) =>
      asked(await client.callTool(call(question, tool), signal && { signal })),
  };
}

/** The official client of the protocols with a handshake. */
export async function handshakeClient(url: string, token = usualToken): Promise<TestClient> {
  const client = new EarlierClient(identity);
  atEnd(() => client.close());
  // Declared with another setting of the compiler.
  const transport = new EarlierTransport(new URL(url), withToken(token)) as Parameters<
    typeof client.connect
  >[0];
  await client.connect(transport);
  return {
    client: client as unknown as TestClient["client"],
    ask: async (question, { tool, signal } = {}) =>
      asked(
        await client.callTool(call(question, tool), CallToolResultSchema, signal && { signal }),
      ),
  };
}

export const clients = { "2025-11-25": handshakeClient, "2026-07-28": statelessClient } as const;

const call = (question: string, name = "expertHub_askExpert") => ({
  name,
  arguments: { question },
});

function asked(result: object): Asked {
  const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean };
  return { text: content[0]!.text, isError };
}
