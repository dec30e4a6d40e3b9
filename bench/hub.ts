// A hub that costs as little as possible, in a process of its own: what is measured is not the hub.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentRequest } from "../src/contract/types";

/** What the hub saw, in milliseconds since 1970. */
export interface Seen {
  /** When the last byte of the newest answer to a question was handed to the system. */
  answeredAt: number;
  questions: number;
  questionBytes: number[];
}

let delay = 0;
let output = "";
let seen: Seen;

function forget(): void {
  seen = {
    answeredAt: 0,
    questions: 0,
    questionBytes: [],
  };
}
forget();

const expert = (id: number) => ({
  id,
  name: `Bench expert ${id}`,
  description: "Reads code and says what it does. ".repeat(12),
  function_name: "Reviewer",
  function_description: "Finds what is wrong with code, and says how it could be simpler. ".repeat(
    6,
  ),
  profession: "Engineer",
  locale: "en",
  abilities: Array.from({ length: 5 }, (_, number) => ({
    id: id * 10 + number,
    name: `Ability ${number}`,
    text: "Looks at the code line by line. ".repeat(4),
  })),
  expert_llm_models: Array.from({ length: 2 }, (_, number) => ({
    id: id * 10 + number,
    name: `Model ${number}`,
    identifier: `model-${number}`,
  })),
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.setHeader("content-type", "application/json").setHeader("content-length", body.length);
  response.end(body);
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  seen.questions++;
  seen.questionBytes.push(body.length);
  const { input_data: input = "", conversation_history: sent = [] } = JSON.parse(
    body.toString(),
  ) as AgentRequest;
  const answered = `${output}\n\nmark-${seen.questions}.`;
  const exchange = [
    { role: "user", content: input },
    { role: "assistant", content: answered },
  ];
  send(response, {
    input,
    chat_history: [...sent, ...exchange],
    output: answered,
    intermediate_steps: [],
  });
  seen.answeredAt = Date.now();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://hub");
  const id = /get_expert\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined) send(response, [expert(Number(id))]);
  else if (pathname.endsWith("/invoke_agent")) void answer(request, response);
  else if (pathname.endsWith("/get_user"))
    send(response, [{ user: { user_id: "bench", name: "Bench", user_metadata: { tokens: 1e6 } } }]);
  else if (pathname === "/set") {
    delay = Number(searchParams.get("delay") ?? delay);
    void bodyOf(request).then((text) => {
      output = text.toString();
      forget();
      response.end();
    });
  } else send(response, seen);
});
server.keepAliveTimeout = 120_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
