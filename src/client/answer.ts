import { decodeErrorBody, isErrorBody } from "../contract/decode";
import { HubError, type HubErrorDetails } from "../contract/errors";
import { parseJson } from "../contract/json";
import type { KeyMask } from "../contract/secrets/keyMask";
import { type HubProgress, progressType } from "../contract/progress";
import type { SendResponse } from "../contract/send";
import { isRefusal, retryAfterSeconds, serverWait } from "../contract/serverWait";
import { sizeOf } from "../contract/sizes";
import { t } from "../kit/l10n";
import { readProgress } from "./progressLines";
import { type RequestFacts, statusError } from "./statusMessages";

export interface ReadingParts {
  request: RequestFacts;
  url: URL;
  keys: KeyMask;
  maxBytes: number;
  /** When the head arrived, in milliseconds since 1970. */
  arrived: number;
  /** Called with each chunk. */
  readonly onBytes: (count: number) => void;
  /** The answer may show its progress. */
  readonly onProgress: ((progress: HubProgress) => void) | undefined;
}

/** The JSON of a successful answer. Anything else is thrown as the corresponding HubError. */
export async function readAnswer(response: SendResponse, reading: ReadingParts): Promise<unknown> {
  const { status } = response;
  if (status >= 300 && status < 400) throw redirect(response, reading);
  if (status < 200 || status >= 400) throw await failureOf(response, reading);
  const { headers } = response;
  if (status === 204 || status === 205 || headers["content-length"] === "0") {
    throw new HubError("bad-response", t("The hub's answer is empty."), { status });
  }
  const problem = unreadable(response, reading);
  if (problem) throw new HubError("bad-response", problem, { status });
  const json = await readJson(response, reading);
  if (isErrorBody(json)) throw errorInstead(status, hubWords(json, reading.keys), reading.request);
  return json;
}

async function readJson(response: SendResponse, reading: ReadingParts): Promise<unknown> {
  const { headers } = response;
  const { keys, request, onProgress } = reading;
  if (!onProgress || typeOf(response) !== progressType) {
    const mayBeCut =
      headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
    return parseJson(await readBytes(response, reading), keys, mayBeCut);
  }
  const end = await readProgress(chunksOf(response, reading), keys, onProgress);
  if ("answer" in end) return end.answer;
  const words = hubWords(end.error, keys);
  const { status = 0 } = end;
  if (status >= 400 && status < 600) throw statusError(status, request, words);
  throw errorInstead(response.status, words, request);
}

/** The key is not sent on: a redirect is reported, never followed. */
function redirect({ status, headers }: SendResponse, { url, keys }: ReadingParts): HubError {
  const { location } = headers;
  const target = typeof location === "string" ? URL.parse(location, url.href) : null;
  const name = target && (target.host || target.protocol);
  const sentence = name
    ? t("The hub redirects to {0}. Redirects are not followed.", keys.line(name))
    : t("The hub redirects without saying where to. Redirects are not followed.");
  return new HubError("redirect", sentence, { status });
}

async function failureOf(response: SendResponse, reading: ReadingParts): Promise<HubError> {
  const { status } = response;
  const json = await errorBody(response, reading);
  const words = hubWords(json, reading.keys);
  const wait = waitOf(response, json, words, reading.arrived);
  const isRefused =
    isRefusal(status) ||
    status === 429 ||
    (status === 503 && wait.retryAfterSeconds !== undefined) ||
    // The hub itself says that its language model refused it.
    (words.about === "model" && status === 502 && isRefusal(words.code ?? 0));
  return statusError(status, reading.request, {
    ...words,
    ...wait,
    ...(isRefused && { nothingRan: true }),
  });
}

function waitOf(
  response: SendResponse,
  json: unknown,
  { about, code }: HubErrorDetails,
  arrived: number,
): Pick<HubErrorDetails, "retryAfterSeconds" | "isExhausted"> {
  // What the server of a language model says has been read by the hub, and is only quoted.
  const read =
    about === "model"
      ? { seconds: retryAfterSeconds(response.headers, arrived), isExhausted: code === 402 }
      : serverWait(response, json, arrived);
  return {
    ...(read.seconds !== undefined && { retryAfterSeconds: read.seconds }),
    ...(read.isExhausted && { isExhausted: true }),
  };
}

async function errorBody(response: SendResponse, reading: ReadingParts): Promise<unknown> {
  if (unreadable(response, reading)) return undefined;
  try {
    return parseJson(await readBytes(response, reading), reading.keys);
  } catch {
    // The status is sufficient.
    return undefined;
  }
}

/** An error body is an error under any status; its code says which if it is an HTTP status itself. */
function errorInstead(status: number, words: HubErrorDetails, request: RequestFacts): HubError {
  const { code = 0 } = words;
  if (code >= 400 && code < 600) return statusError(code, request, { ...words, status });
  return new HubError("server", t("The hub answered with an error."), { ...words, status });
}

function hubWords(json: unknown, keys: KeyMask): HubErrorDetails {
  const { error, message, about } = decodeErrorBody(json);
  const hubMessage = message && keys.line(message);
  return {
    ...(error !== undefined && { code: error }),
    ...(hubMessage && { hubMessage }),
    ...(about && { about }),
  };
}

/** Why the body cannot be read as plain JSON. */
function unreadable(
  response: SendResponse,
  { url, keys, onProgress }: ReadingParts,
): string | undefined {
  const { headers } = response;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && String(encoding).trim().toLowerCase() !== "identity") {
    return t("The hub's answer is compressed, although compression was not requested.");
  }
  if (headers["content-type"] === undefined) return undefined;
  const essence = typeOf(response);
  if (isJsonType(essence) || (onProgress && essence === progressType)) return undefined;
  const found = essence && keys.line(essence).slice(0, 60);
  return found
    ? t(
        "The hub's answer is {0} instead of JSON. Is something else answering at {1}?",
        found,
        url.host,
      )
    : t(
        "The hub's answer is of an unknown type instead of JSON. Is something else answering at {0}?",
        url.host,
      );
}

async function readBytes(response: SendResponse, reading: ReadingParts): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(response, reading)) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** Throws as soon as they are too many. */
async function* chunksOf(
  response: SendResponse,
  { maxBytes, onBytes }: ReadingParts,
): AsyncGenerator<Uint8Array> {
  const tooLarge = () =>
    new HubError("bad-response", t("The hub's answer is too large: over {0}.", sizeOf(maxBytes)), {
      status: response.status,
    });
  if (Number(response.headers["content-length"]) > maxBytes) throw tooLarge();
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    onBytes(chunk.length);
    if (size > maxBytes) throw tooLarge();
    yield chunk;
  }
}

function typeOf({ headers }: SendResponse): string | undefined {
  const type = headers["content-type"];
  return typeof type === "string" ? essenceOf(type) : undefined;
}

const tokenPattern = "[!#$%&'*+.^_`|~\\w-]+";
const essence = new RegExp(`^[\\t\\n\\r ]*(${tokenPattern}/${tokenPattern})[\\t\\n\\r ]*(?:;|$)`);

/** `type/subtype` of a Content-Type in lower case; `undefined` if it is malformed. */
export function essenceOf(contentType: string): string | undefined {
  return essence.exec(contentType)?.[1]?.toLowerCase();
}

/** True for `application/json` and for `+json` types. */
export function isJsonType(essence: string | undefined): boolean {
  return essence === "application/json" || essence?.endsWith("+json") === true;
}
