import { t } from "../kit/l10n";
import { isId, parseBaseUrl, type Address, isKey } from "../contract/address";
import {
  hubError,
  withMayHaveRun,
  requestOnce,
  type RawAnswer,
  type Call,
  type ExchangeParts,
} from "./request";
import {
  decodeAgentAnswer,
  decodeExpert,
  decodeLlmAnswer,
  decodeUser,
  withoutRepeated,
} from "../contract/decode";
import { orCancelled, endedError } from "./deadline";
import { HubError, type ErrorKind } from "../contract/errors";
import type { WithPictures } from "../contract/picture";
import type { Progress } from "../contract/progress";
import type { Cause, RequestKind } from "../contract/purpose";
import { type Retry, realTiming, RetryBudget, waitBeforeRetry } from "./retry";
import type {
  AgentAnswer,
  AgentRequest,
  Expert,
  LlmAnswer,
  LlmRequest,
  Received,
  User,
} from "../contract/types";
import { maxRequestBytes, sizeOf } from "../contract/sizes";
import { ignoreErrors } from "./ignoreErrors";

type Exchange = (call: Call) => Promise<RawAnswer>;

/**
 * Sends a call with the key (section 5), retries it where that is safe, and returns its JSON.
 * Rejects with HubError only. Retries of all calls share one budget.
 */
function createExchange({ send, onLine, onJson, timing = realTiming }: ExchangeParts): Exchange {
  const budget = new RetryBudget();
  const elapsed = () => timing.elapsed?.() ?? timing.now();

  return async (call) => {
    const started = performance.now();
    const sent = checkedSize(call);
    let left = call.deadlineMs;
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      try {
        const answer = await requestOnce(call, {
          send,
          onLine,
          attempt,
          sent,
          left,
          now: () => timing.now(),
        });
        ignoreErrors(() => onJson?.(call.template, answer.json));
        return { ...answer, elapsedMs: performance.now() - started };
      } catch (failure) {
        const error = hubError(failure);
        left -= performance.now() - began;
        const waitMs = waitBeforeRetry(call.method, error, attempt, timing.random());
        if (waitMs === undefined || left <= 0 || !budget.take(elapsed())) throw error;
        ignoreErrors(() => call.onRetry?.({ attempt, waitMs, kind: error.kind }));
        await timing.wait(waitMs, call.signal);
      }
    }
  };
}

/** Size of the body in bytes; throws if it must not leave this computer. */
function checkedSize({ key, body, signal }: Call): number {
  if (signal?.aborted) throw endedError("cancelled", 0);
  if (key === "") throw new HubError("no-key", t("There is no API key for this hub."));
  if (!isKey(key)) {
    throw new HubError("bad-key", t("The API key contains invalid characters, such as spaces."));
  }
  const size = body === undefined ? 0 : Buffer.byteLength(body);
  if (size <= maxRequestBytes) return size;
  throw new HubError(
    "too-large",
    t("The request of {0} is over the limit of {1}.", sizeOf(size), sizeOf(maxRequestBytes)),
  );
}

const mebibyte = 1024 * 1024;
const readLimits = { method: "GET", deadlineMs: 30_000, maxBytes: mebibyte } as const;

export interface HubClientOptions extends ExchangeParts {
  /** As the user typed it; validated with the first request. */
  baseUrl: string;
  /** Whether plain http is accepted in the local network, since `send` knows what the user allowed. */
  localNetwork?: boolean;
  /** The key for this hub, requested before each call. */
  key: () => string | Promise<string>;
  /** The user's own headers for this hub, requested before each call. */
  headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Seconds that a question may take, including retries but not the waits for them. */
  timeoutSeconds: () => number;
  /** Scope of the hub, for the activity log. */
  hubScope?: string | undefined;
  /** What causes the calls that name no cause of their own. */
  cause?: Cause;
  /** Called before each wait for a retry of a call that has no listener of its own. */
  onRetry?: (retry: Retry) => void;
}

interface InvokeOptions {
  signal?: AbortSignal;
  /** Called before each wait for a retry, instead of the client's own. */
  onRetry?: (retry: Retry) => void;
  /** Called with the progress of the answer, if the hub shows it. */
  onProgress?: (progress: Progress) => void;
  cause?: Cause;
}

const readForView: Cause = { by: "view" };

/**
 * The four calls of the service. All reject with HubError, `invalid-request` before anything is sent
 * if an id or the base address is unusable, and `cancelled` as soon as `signal` aborts.
 */
export interface HubClient {
  /** The account that owns the key (4.1). 30 seconds and 1 MiB at most. */
  getUser(signal?: AbortSignal, cause?: Cause): Promise<User>;
  /** One expert (4.2), by `/get_expert/7` or, if a hub requires that, `?id=7`. 30 seconds, 1 MiB. */
  getExpert(id: number, signal?: AbortSignal): Promise<Expert>;
  /** Asks an expert as an agent (4.3). 16 MiB at most; never sent twice if it may have run. */
  invokeAgent(
    request: AgentRequest & WithPictures,
    options?: InvokeOptions,
  ): Promise<Received<AgentAnswer>>;
  /** Asks a language model (4.4), whose answer may contain no known text. 16 MiB at most. */
  invokeLlm(
    request: LlmRequest & WithPictures,
    options?: InvokeOptions,
  ): Promise<Received<LlmAnswer>>;
}

export function createHubClient(options: HubClientOptions): HubClient {
  const exchange = createExchange(options);
  let address: Address | undefined;
  let style: "path" | "query" | undefined;

  interface Wanted extends Omit<Call, "address" | "key" | "template" | "purpose"> {
    template?: string;
    kind: RequestKind;
    cause?: Cause | undefined;
  }

  const call = async ({ kind, cause, ...wanted }: Wanted): Promise<RawAnswer> => {
    address ??= parseBaseUrl(options.baseUrl, undefined, options);
    const { signal } = wanted;
    const key = await readKey(options, signal);
    const headers = await readSecret(() => options.headers?.(), signal);
    const answer = exchange({
      template: wanted.path,
      ...wanted,
      address,
      key,
      headers,
      purpose: { ...(cause ?? options.cause ?? readForView), kind, hubScope: options.hubScope },
      onRetry: wanted.onRetry ?? options.onRetry,
    });
    return answer.catch(async (error: unknown) => {
      throw isKind(error, ["bad-key"]) ? await replacedKeyError(error, key, options) : error;
    });
  };

  const expert = async (
    id: number,
    by: "path" | "query",
    signal?: AbortSignal,
  ): Promise<Expert> => {
    const root = "/api/v1/get_expert";
    const [path, template] =
      by === "path" ? [`${root}/${id}`, `${root}/:id`] : [`${root}?id=${id}`, root];
    const { json } = await call({
      ...readLimits,
      kind: "expert",
      cause: { ...(options.cause ?? readForView), expertId: id },
      path,
      template,
      subject: { expert: id },
      signal,
    });
    style = by;
    return decodeExpert(json, id);
  };

  const invoke = async <T>(
    path: string,
    request: AgentRequest | (LlmRequest & { ability_id?: undefined; session_id?: undefined }),
    decode: (json: unknown) => T,
    { signal, onRetry, onProgress, cause }: InvokeOptions,
  ): Promise<Received<T>> => {
    const { expert_id, ability_id, model_id, session_id } = request;
    checkIds({ expert: expert_id, ability: ability_id, model: model_id });
    const { json, bytes, elapsedMs } = await call({
      method: "POST",
      kind: "question",
      cause: {
        ...(cause ?? options.cause ?? readForView),
        expertId: expert_id,
        abilityId: ability_id,
        modelId: model_id,
        sessionId: session_id,
      },
      path,
      subject: expert_id === undefined ? undefined : { expert: expert_id, ability: ability_id },
      body: JSON.stringify(request),
      deadlineMs: options.timeoutSeconds() * 1000,
      maxBytes: 16 * mebibyte,
      signal,
      onRetry,
      onProgress,
    });
    try {
      return { value: decode(json), raw: json, bytes, elapsedMs };
    } catch (failure) {
      throw withMayHaveRun(hubError(failure));
    }
  };

  return {
    getUser: async (signal, cause) => {
      const path = "/api/v1/get_user";
      const { json } = await call({ ...readLimits, kind: "account", cause, path, signal });
      return decodeUser(json);
    },
    getExpert: async (id, signal) => {
      checkIds({ expert: id });
      if (style) return expert(id, style, signal);
      try {
        return await expert(id, "path", signal);
      } catch (error) {
        // Another call may have learned the style in the meantime.
        if (style === "path" || !isKind(error, ["not-found"])) throw error;
        return await expert(id, "query", signal).catch((second: unknown) => {
          throw isKind(second, ["not-found", "invalid-request"]) ? error : second;
        });
      }
    },
    invokeAgent: async (request, invoking = {}) => {
      const path = "/api/v1/invoke_agent";
      const received = await invoke(path, request, decodeAgentAnswer, invoking);
      return { ...received, raw: withoutRepeated(received.raw) };
    },
    invokeLlm: async (request, invoking = {}) =>
      invoke("/api/v1/invoke_llm", request, decodeLlmAnswer, invoking),
  };
}

function readKey({ key }: HubClientOptions, signal?: AbortSignal): Promise<string> {
  return readSecret(key, signal);
}

async function readSecret<T>(read: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await orCancelled(read(), signal);
  } catch (failure) {
    if (failure instanceof HubError) throw failure;
    throw new HubError("storage", t("The API key could not be read."));
  }
}

/** A late rejection of a key that has since been replaced says nothing about the new one. */
async function replacedKeyError(
  error: unknown,
  used: string,
  options: HubClientOptions,
): Promise<unknown> {
  const current = await readKey(options).catch(() => used);
  if (current === used) return error;
  return new HubError(
    "conflict",
    t("The API key was replaced in the meantime, and the hub did not accept the old one."),
  );
}

type Ids = Readonly<Record<"expert" | "ability" | "model", unknown>>;

function checkIds(ids: Partial<Ids>): void {
  const sentence = idProblem(ids);
  if (sentence !== undefined) throw new HubError("invalid-request", sentence);
}

function idProblem({ expert, ability, model }: Partial<Ids>): string | undefined {
  if (isUnusable(expert)) return t("The expert ID must be a whole number, 0 or greater.");
  if (isUnusable(ability)) return t("The ability ID must be a whole number, 0 or greater.");
  if (isUnusable(model)) return t("The model ID must be a whole number, 0 or greater.");
  return undefined;
}

function isUnusable(id: unknown): boolean {
  return id !== undefined && !isId(id);
}

function isKind(error: unknown, kinds: ErrorKind[]): boolean {
  return error instanceof HubError && kinds.includes(error.kind);
}
