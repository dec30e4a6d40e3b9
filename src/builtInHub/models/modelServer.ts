import { t } from "../../kit/l10n";
import { ModelProblem, type ServedModel } from "../../contract/chatModel";
import type { Purpose } from "../../contract/purpose";
import type { SendOne, SendResponse } from "../../contract/send";
import { KeyMask } from "../../contract/secrets/keyMask";
import type { ModelAddress } from "../../contract/builtInHubApi";
import type { AskedModel } from "./modelErrors";
import { decompressed } from "../decompressed";
import { webAddress } from "../../contract/webAddress";

/** A server with OpenAI-compatible Chat Completions. */
export interface ModelServer {
  readonly address: ModelAddress;
  readonly send: SendOne;
  /** The key of this origin; `undefined` if the server needs none. */
  readonly key: () => Promise<string | undefined>;
  readonly context?: ServedModel["context"];
}

const maxResponseBytes = 16 * 1024 * 1024;

/** Runs with the key of a server, and with what keeps it out of whatever the server says. */
export async function withKey<T>(
  server: ModelServer,
  run: (key: string | undefined, keys: KeyMask) => Promise<T>,
): Promise<T> {
  const key = await server.key();
  return run(key, new KeyMask(key, { mayBePlaceholder: true }));
}

interface Sent {
  readonly path: string;
  readonly key: string | undefined;
  readonly body?: string;
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
}

export async function requestTo(
  { address, send }: ModelServer,
  asked: AskedModel,
  { path, key, body, purpose, signal }: Sent,
): Promise<SendResponse> {
  signal.throwIfAborted();
  let response: SendResponse;
  try {
    response = await send({
      url: new URL(address.base + path),
      method: body === undefined ? "GET" : "POST",
      headers: {
        accept: body === undefined ? "application/json" : "text/event-stream, application/json",
        "accept-encoding": "identity",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(body !== undefined && { body }),
      purpose,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (ModelProblem.is(error)) throw error;
    throw new ModelProblem(
      "unreachable",
      t("{0} cannot be reached. {1}", asked.host, reason(error)).trim(),
    );
  }
  if (response.status >= 300 && response.status < 400)
    throw new ModelProblem(
      "bad-answer",
      t("{0} redirects. Redirects are not followed.", asked.host),
    );
  return response;
}

export async function* chunks(response: SendResponse, asked: AskedModel, signal: AbortSignal) {
  let size = 0;
  try {
    const body = decompressed(response);
    if (!body) throw unusable(asked);
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxResponseBytes) break;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (ModelProblem.is(error)) throw error;
    throw new ModelProblem("unreachable", t("The connection to {0} was lost.", asked.host));
  }
  if (size > maxResponseBytes)
    throw new ModelProblem("bad-answer", t("The answer of {0} is too large.", asked.host));
}

export function unusable({ host, model }: AskedModel): ModelProblem {
  const sentence =
    model === undefined
      ? t("{0} answered with something that is no list of models.", host)
      : t("{0} answered with something that is no completion.", host);
  return new ModelProblem("bad-answer", sentence);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** Reads an address as a user types it; throws an error whose message says what is wrong with it. */
export function modelAddress(
  typed: string,
  reach: { readonly localNetwork?: boolean } = {},
): ModelAddress {
  const { origin, host, pathname } = webAddress(typed, undefined, reach);
  const path = pathname.replace(/\/+$/, "").replace(/\/chat\/completions$|\/models$/, "");
  return { base: `${origin}${path === "" ? "/v1" : path}`, origin, host };
}
