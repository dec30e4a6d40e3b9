import { ClientConsent, type Consent } from "../../../../../src/features/agents/core/mcpClients";
import { CallerQuestions } from "../../../../../src/features/agents/core/callerQuestions";
import { askInputOf, prepared } from "../../../../../src/features/agents/core/expertTools";
import { McpTools } from "../../../../../src/features/agents/core/mcpTools";
import { asHubError, explain, explanationLine } from "../../../../../src/platform/core/explain";
import type { Token } from "../../../../../src/features/agents/mcp/access";
import { startMcpServer, type Limits } from "../../../../../src/features/agents/mcp/server";
import type { McpCall } from "../../../../../src/features/agents/mcp/protocol";
import { senderFixture } from "../../asking/core/senderFixture";
import { atEnd } from "../../../client/hubFixture";

export const token = "TOKEN-CANARY-71ac";
export const clientToken = "TOKEN-CANARY-90de";
export const otherToken = "TOKEN-CANARY-55b1";

export const info = {
  name: "expert-hub",
  title: "Expert Hub",
  version: "1.0.0",
  instructions: "Ask.",
};

/** A server with the experts of a hub behind it. */
export async function mcpFixture(limits: Partial<Limits> = {}) {
  const sending = await senderFixture();
  const { chats, connection, roster, sender } = sending;
  const questions = new CallerQuestions({
    setup: { next: async () => undefined },
    roster,
    chats,
    sender,
    connection,
  });
  const calls: McpCall[] = [];
  const consent = new ClientConsent();
  /** The dialogs that the user is asked in, which nobody answers until then. */
  const dialogs: { client: string; answer(consent: Consent): void }[] = [];
  const user = { isAsked: false };
  const allows = ({ holder }: McpCall, signal: AbortSignal): Promise<boolean> => {
    if (!user.isAsked || holder === "editor") return Promise.resolve(true);
    const client = holder.id;
    const ask = () => {
      const { promise, resolve } = Promise.withResolvers<Consent>();
      dialogs.push({ client, answer: resolve });
      return promise;
    };
    return consent.allows({ client, lasting: undefined, signal, ask });
  };
  const tools = new McpTools<McpCall>({
    roster,
    ask: (input, call) => {
      calls.push(call);
      const { question } = prepared(roster, askInputOf(input), "mcp");
      const outsider = call.holder === "editor" ? { id: "editor", name: "" } : call.holder;
      const approve = (over: AbortSignal) => allows(call, over);
      return questions.ask(question, { ...call, outsider, approve });
    },
    explain: (error) => explanationLine(explain(asHubError(error))),
  });
  const tokens: Token[] = [
    { value: token, holder: "editor" },
    { value: clientToken, holder: { id: "codex", name: "Codex" } },
    { value: otherToken, holder: { id: "cursor", name: "Cursor" } },
  ];
  const refused: string[] = [];
  const server = await startMcpServer({
    info,
    tools,
    tokens: () => tokens,
    identityKey: () => undefined,
    onRefused: (status, reason) => refused.push(`${status} ${reason}`),
    port: 0,
    limits,
  });
  atEnd(() => server.close());
  return { ...sending, calls, dialogs, user, refused, server, tokens, tools };
}
