import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { endpointOf, type Call } from "./call";

/** What may be logged of a request: no key, no question, no answer, and no part of an unknown path. */
export interface RequestRecord {
  /** When it arrived, ISO 8601. */
  readonly time: string;
  /** The address that it came from. */
  readonly client: string | null;
  readonly method: string;
  /** `null` for an unknown path. */
  readonly endpoint: string | null;
  /** The id of the expert, if the request was understood and names one. */
  readonly expert: number | null;
  /** `null` if the client left before the answer began. */
  readonly status: number | null;
  /** `left` if the client left before the answer was complete. */
  readonly outcome: "answered" | "left";
  readonly milliseconds: number;
  /** Size of the request's body as declared, in bytes; `null` if it was not declared. */
  readonly requestBytes: number | null;
  /** Size of the answer's body as declared, in bytes; `null` if it was not declared. */
  readonly answerBytes: number | null;
}

/** Reports a request once its answer has ended; the result takes the call as soon as it is known. */
export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  report: (record: RequestRecord) => void,
): (call: Call) => void {
  const time = new Date().toISOString();
  const startedAt = performance.now();
  const client = request.socket.remoteAddress ?? null;
  let expert: number | null = null;
  response.once("close", () => {
    report({
      time,
      client,
      method: request.method ?? "",
      endpoint: endpointOf(request) ?? null,
      expert,
      status: response.headersSent ? response.statusCode : null,
      outcome: response.writableFinished ? "answered" : "left",
      milliseconds: Math.round(performance.now() - startedAt),
      requestBytes: sizeOf(request.headers["content-length"]),
      answerBytes: sizeOf(response.getHeader("content-length")),
    });
  });
  return (call) => {
    if ("expertId" in call) expert = call.expertId;
  };
}

function sizeOf(header: unknown): number | null {
  return header === undefined ? null : Number(header);
}
