import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as vscode from "vscode";
import { answering } from "./inputs";

/** A hub that returns exactly what the test says, byte for byte. */
export interface EchoHub {
  readonly baseUrl: string;
  readonly key: string;
  /** The bodies of `invoke_agent`, as received. */
  readonly bodies: string[];
  /** `METHOD path` of every request. */
  readonly requests: string[];
  /** The next answers; if absent, the question itself. */
  output: ((input: string) => string) | undefined;
  /** The answer of `get_expert`. */
  expert(id: number): object;
  close(): Promise<void>;
}

export const echoExpert = 1;

/** Starts it, connects to it and adds its only expert. */
export async function connectToEcho(): Promise<EchoHub> {
  const bodies: string[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString("utf8")));
  });
  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { pathname } = new URL(request.url ?? "", "http://hub");
    requests.push(`${request.method} ${pathname}`);
    response.setHeader("content-type", "application/json");
    const send = (value: unknown) => response.end(JSON.stringify(value));
    if (pathname === "/api/v1/get_user") send([{ user: { user_id: "echo|1", name: "Echo" } }]);
    else if (pathname.startsWith("/api/v1/get_expert"))
      send([hub.expert(Number(/\d+$/.exec(pathname)?.[0] ?? echoExpert))]);
    else if (pathname === "/api/v1/invoke_agent") {
      bodies.push(body);
      const { input_data: input } = JSON.parse(body) as { input_data: string };
      const output = hub.output ? hub.output(input) : input;
      send({ input, output, chat_history: [], intermediate_steps: [] });
    } else response.writeHead(404).end("{}");
  }
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const hub: EchoHub = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: `KEY-CANARY-${crypto.randomUUID()}`,
    bodies,
    requests,
    output: undefined,
    expert: (id) => ({ id, name: "Echo", abilities: [], expert_llm_models: [] }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await answering([hub.baseUrl, hub.key], () =>
    vscode.commands.executeCommand("expertHub.connect"),
  );
  await vscode.commands.executeCommand("expertHub.addExpert", echoExpert);
  return hub;
}
