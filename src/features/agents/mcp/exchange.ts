import { isRecord } from "../../../contract/record";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { TokenHolder } from "./tools";
import type { Calls, Sessions } from "./calls";
import { type Era, eraOf, metaKeys, metaOf } from "./era";
import {
  errorMessage,
  isId,
  type McpMessage,
  mcpMessageOf,
  notificationMessage,
  type Request,
  requestIdOf,
  resultMessage,
  RpcError,
} from "./messages";
import { type Methods, resultOf } from "./methods";

export interface Outcome {
  /** Missing if the message wants no answer. */
  readonly message?: object;
  readonly status: number;
  readonly session?: string;
}

export interface ExchangeParts extends Methods {
  readonly calls: Calls;
  readonly sessions: Sessions;
  /** Milliseconds between signs of life while a tool runs. */
  readonly aliveMs: number;
}

/** One HTTP request of a client that was let in. */
export interface Caller {
  readonly headers: IncomingHttpHeaders;
  readonly holder: TokenHolder;
  /** The client hung up. */
  readonly gone: AbortSignal;
  /** Sends a message ahead of the answer, or only a sign of life. */
  stream(message?: object): void;
}

/** Messages of a batch; 2025-03-26 has batches, later protocols do not. */
const maxBatch = 50;

/** What answers the body of a request. Never rejects. */
export async function exchange(
  body: unknown,
  caller: Caller,
  parts: ExchangeParts,
): Promise<Outcome> {
  if (!Array.isArray(body)) return answerSingle(body, caller, parts);
  if (body.length === 0 || body.length > maxBatch || body.some(isStateless))
    return failure(null, new RpcError("invalidRequest", "Not a batch that is accepted here", 400));
  const outcomes = await Promise.all(
    body.map((message) => answerSingle(message, { ...caller, stream: () => {} }, parts)),
  );
  const messages = outcomes.flatMap(({ message }) => message ?? []);
  return messages.length === 0 ? { status: 202 } : { message: messages, status: 200 };
}

async function answerSingle(body: unknown, caller: Caller, parts: ExchangeParts): Promise<Outcome> {
  try {
    const message = mcpMessageOf(body);
    const era = eraOf(message, caller.headers);
    if (message.kind === "request") return await answered(message, era, caller, parts);
    cancel(message, caller, parts);
    return { status: 202 };
  } catch (error) {
    return failure(requestIdOf(body), error);
  }
}

async function answered(
  request: Request,
  era: Era,
  caller: Caller,
  { calls, sessions, aliveMs, ...methods }: ExchangeParts,
): Promise<Outcome> {
  const session = sessionOf(caller);
  const running = calls.begin(session, request.id);
  const alive = setInterval(() => caller.stream(signOfLife(request)), aliveMs);
  const { holder, gone } = caller;
  // Hanging up cancels a call in protocols without a handshake, and in those only.
  const signal = era === "stateless" ? AbortSignal.any([running.signal, gone]) : running.signal;
  try {
    const clientName =
      era === "stateless"
        ? nameIn(metaOf(request.params)[metaKeys.clientInfo])
        : sessions.nameOf(session);
    const result = await resultOf(request, era, methods, { holder, clientName, signal, gone });
    const message = resultMessage(request.id, result);
    if (request.method !== "initialize" || era === "stateless") return { message, status: 200 };
    const own = randomUUID();
    sessions.name(own, nameIn(request.params["clientInfo"]));
    return { message, status: 200, session: own };
  } finally {
    clearInterval(alive);
    running.end();
  }
}

function cancel(message: McpMessage, caller: Caller, { calls }: ExchangeParts): void {
  if (message.kind !== "notification" || message.method !== "notifications/cancelled") return;
  const { requestId } = message.params;
  if (isId(requestId)) calls.cancel(sessionOf(caller), requestId);
}

/** Clients that wait only for a time start anew with each progress. */
function signOfLife({ params }: Request): object | undefined {
  const { progressToken } = metaOf(params);
  if (!isId(progressToken)) return undefined;
  const progress = Math.round(performance.now());
  return notificationMessage("notifications/progress", { progressToken, progress });
}

function failure(id: string | number | null, error: unknown): Outcome {
  return {
    message: errorMessage(id, error),
    status: error instanceof RpcError ? error.status : 500,
  };
}

const isStateless = (message: unknown): boolean =>
  isRecord(message) && isRecord(message["params"]) && metaKeys.version in metaOf(message["params"]);

const sessionOf = ({ headers }: Caller): string => String(headers["mcp-session-id"] ?? "");

function nameIn(info: unknown): string | undefined {
  const { title, name } = isRecord(info) ? info : {};
  return [title, name].find((one) => typeof one === "string" && one.trim() !== "") as
    | string
    | undefined;
}
