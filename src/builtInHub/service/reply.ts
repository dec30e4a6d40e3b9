import type { ServerResponse } from "node:http";
import { Refusal } from "../refusal";

/** Sends a JSON body and ends the answer. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  const all = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(bytes.length),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  };
  response.setHeaders(new Headers(all)).writeHead(status).end(bytes);
}

/** Sends the Error body (service 2.4) for whatever was thrown. */
export function replyError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof Refusal) {
    reply(response, error.status, errorBody(error.code, error.message), error.headers);
  } else {
    const reason = error instanceof Error ? error.message : "unknown";
    reply(response, 500, errorBody(500, `The built-in hub failed: ${reason}`));
  }
}

export function errorBody(status: number, message: string) {
  return { error: status, message };
}
