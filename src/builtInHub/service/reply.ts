import type { ServerResponse } from "node:http";
import { KeyMask } from "../../contract/secrets/keyMask";
import { Refusal } from "../refusal";

export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Sends a JSON body and ends the answer. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  const all = { ...jsonHeaders, "content-length": String(bytes.length), ...headers };
  response.setHeaders(new Headers(all)).writeHead(status).end(bytes);
}

/** Sends the Error body (service 2.4) for whatever was thrown. */
export function replyError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const { status, body } = errorOf(error);
  reply(response, status, body, error instanceof Refusal ? error.headers : {});
}

/** The status and the Error body for whatever was thrown. */
export function errorOf(error: unknown) {
  if (error instanceof Refusal) {
    const { status, code, message, isAboutModel } = error;
    return {
      status,
      body: { ...errorBody(code, message), ...(isAboutModel && { about: "model" }) },
    };
  }
  const reason = error instanceof Error ? new KeyMask().line(error.message) : "unknown";
  return { status: 500, body: errorBody(500, `The built-in hub failed: ${reason}`) };
}

export function errorBody(status: number, message: string) {
  return { error: status, message };
}
