import { t } from "../../kit/l10n";
import { ModelProblem } from "../../contract/chatModel";
import { contextErrorIn, contextTokensIn } from "../../contract/contextSize";
import type { KeyMask } from "../../contract/secrets/keyMask";
import { isRecord, items, parsedJson, record } from "../../contract/record";
import { refusedParts } from "../../contract/refusedParts";
import type { SendResponse } from "../../contract/send";
import { isRefusal, serverWait } from "../../contract/serverWait";

/** What was asked, in words for a sentence. */
export interface RequestedModel {
  /** Absent where the server was asked for its list of models. */
  readonly model?: string;
  readonly host: string;
  /** Keeps the key of the server out of what it says. */
  readonly keys: KeyMask;
  /** Whether it was asked about pictures. */
  readonly withPictures?: boolean;
}

type Answered = Pick<SendResponse, "status" | "headers">;

const maxErrorLength = 301;
const maxDepth = 6;

/** What an error says, wherever it says it. */
interface Said {
  readonly words: string[];
  readonly codes: string[];
  /** Of the request, such as `messages.0.role`. */
  readonly places: string[];
  limit?: number | undefined;
}

/** The problem that an answer reports under any status; `undefined` if it reports none. */
export function problemIn(
  body: unknown,
  response: Answered,
  asked: RequestedModel,
  isError = false,
): ModelProblem | undefined {
  // Gemini sends an array of one.
  const whole = Array.isArray(body) && body.length === 1 ? (body[0] as unknown) : body;
  if (response.status < 400 && !isError && !reportsError(whole)) return undefined;
  const said: Said = { words: [], codes: [], places: [] };
  readError(whole, said);
  const status = response.status < 400 ? (statusIn(said) ?? response.status) : response.status;
  return problemOf({ ...response, status }, said, { ...asked, body });
}

/** The problem that words without JSON report. */
export function problemInWords(
  words: string,
  response: Answered,
  asked: RequestedModel,
  isError = false,
): ModelProblem | undefined {
  if (response.status < 400 && !isError) return undefined;
  const isPage = /^\s*</.test(words);
  const said = { words: isPage ? [] : [words], codes: [], places: [] };
  return problemOf(response, said, { ...asked, body: words });
}

const isThere = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  value !== "" &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isRecord(value) && Object.keys(value).length === 0);

/** Under a status of success, an error is one by its fields. */
function reportsError(body: unknown): boolean {
  const fields = record(body);
  const choices = items(fields["choices"]);
  if (isThere(fields["error"]) || isThere(fields["errors"])) return true;
  if (choices.some((choice) => isThere(record(choice)["error"]))) return true;
  if (fields["type"] === "error" || fields["object"] === "error") return true;
  const isList = Array.isArray(fields["data"] ?? fields["models"]);
  if (choices.length > 0 || isList) return false;
  if (isThere(record(fields["base_resp"])["status_code"])) return true;
  return wordFields.some((name) => typeof fields[name] === "string" && isThere(fields[name]));
}

const wordFields = [
  "message",
  "msg",
  "detail",
  "error_msg",
  "error_message",
  "errorMessage",
  "error_description",
  "status_msg",
  "reason",
  "title",
  "description",
];
const innerFields = [
  "error",
  "errors",
  "detail",
  "details",
  "base_resp",
  "metadata",
  "innererror",
  "inner_error",
  "raw",
  "cause",
  "fieldViolations",
  "field_violations",
  "exception",
];
const codeFields = ["code", "type", "status", "reason", "error_code", "status_code", "http_code"];
const placeFields = ["param", "field", "path", "pointer", "location", "loc"];

function readError(value: unknown, said: Said, depth = 0): void {
  if (depth > maxDepth || said.words.length > 40) return;
  if (typeof value === "string") {
    // A server may pass on the JSON of another one as text.
    const inner = /^\s*[[{]/.test(value) ? parsedJson(value) : undefined;
    if (inner !== undefined) return readError(inner, said, depth + 1);
    if (value.trim() !== "" && !said.words.includes(value)) said.words.push(value);
    return;
  }
  for (const each of items(value)) readError(each, said, depth + 1);
  if (!isRecord(value)) return;
  for (const name of codeFields) {
    const code = value[name];
    if (typeof code === "string" || typeof code === "number") said.codes.push(String(code));
  }
  for (const name of placeFields) {
    const place = value[name];
    const path = Array.isArray(place) ? place.join(".") : place;
    if (typeof path === "string" && path !== "") said.places.push(path);
  }
  // llama.cpp says so beside its words.
  said.limit ??= contextTokensIn(value["n_ctx"]);
  for (const name of wordFields) {
    const words = value[name];
    if (typeof words === "string" && name !== "reason") readError(words, said, depth + 1);
    else if (isRecord(words)) readError(words, said, depth + 1);
  }
  for (const name of innerFields)
    if (!(wordFields.includes(name) && !Array.isArray(value[name])))
      readError(value[name], said, depth + 1);
  for (const choice of items(value["choices"])) readError(record(choice)["error"], said, depth + 1);
}

/** An error under a status of success may have its own. */
function statusIn({ codes, words }: Said): number | undefined {
  const status = codes.map(Number).find((code) => code >= 400 && code < 600);
  if (status !== undefined) return status;
  const all = [...codes, ...words].join(" ");
  return /rate[_ -]?limit|too[_ -]many[_ -]requests/i.test(all) ? 429 : undefined;
}

function problemOf(
  response: Answered,
  { words: all, codes, places, limit }: Said,
  { model, host, keys, body, withPictures = false }: RequestedModel & { readonly body: unknown },
): ModelProblem {
  const { status } = response;
  const words = all.join(" ");
  const code = codes.join(" ");
  const wait = status < 400 ? undefined : serverWait(response, body, Date.now());
  const isWaiting = (status === 429 || status === 503) && wait?.seconds !== undefined;
  const nothing = { nothingRan: isRefusal(status) || isWaiting };
  const it = words.trim() === "" ? "" : ` ${t("It says: {0}", keys.line(words, maxErrorLength))}`;
  const both = `${code} ${words}`;
  // The name of a model may be anything.
  const plain = model === undefined ? words : words.replaceAll(model, "…");
  const isUnknown = isUnknownModel.test(both);
  const refused =
    model === undefined || isUnknown
      ? undefined
      : refusedParts({ status, words: plain, code, places });
  const found = contextErrorIn(both);
  if (withPictures && isAboutPictures(plain))
    return new ModelProblem(
      "no-pictures",
      `${t("{0} cannot see pictures.", model ?? host)}${it}`,
      nothing,
    );
  if (status === 413 || found) {
    const context = { ...(limit !== undefined && { limit }), ...found };
    const sentence =
      context.limit === undefined
        ? t("The question, with everything sent along with it, is too long for {0}.", model ?? host)
        : t(
            "The question, with everything sent along with it, is too long for {0}, which takes only {1} tokens.",
            model ?? host,
            context.limit,
          );
    // The limit of the answer may be all that is too large.
    const isLimit = refused?.choices.flat().includes("max_completion_tokens") === true;
    return new ModelProblem("too-long", `${sentence}${it}`, {
      ...nothing,
      context,
      refused: isLimit ? refused : undefined,
    });
  }
  if (wait?.isExhausted)
    return new ModelProblem(
      "no-quota",
      `${t("{0} has no quota left for this key.", host)}${it}`,
      nothing,
    );
  if (status < 500 && status !== 404 && isModeration.test(both))
    return new ModelProblem(
      "refused",
      `${t("{0} declined to answer.", model ?? host)}${it}`,
      nothing,
    );
  if (status === 401 || isKeyProblem(status, both))
    return new ModelProblem(
      "bad-key",
      `${t("{0} does not accept the key for its models.", host)}${it}`,
      nothing,
    );
  if (isUnknown || (status === 404 && (!refused || words.trim() === "")))
    return new ModelProblem("not-found", notFound(model, host, it, words), nothing);
  if (status === 429)
    return new ModelProblem(
      "rate-limited",
      `${t("{0} is receiving too many requests.", host)}${it}`,
      { ...nothing, retryAfterSeconds: wait?.seconds },
    );
  const failed =
    model === undefined
      ? t("{0} could not list its models.", host)
      : t("{0} failed to run {1}.", host, model);
  return new ModelProblem("failed", `${failed}${it}`, {
    ...nothing,
    ...(isWaiting && { retryAfterSeconds: wait.seconds }),
    refused,
  });
}

/** Only a server on this computer or in its network is likely to be Ollama, or one that says so. */
function notFound(model: string | undefined, host: string, it: string, words: string): string {
  if (model === undefined) return t("{0} has no list of models at this address.", host);
  const mayBeOllama = isLocal.test(host) || /\bpull/i.test(words);
  if (mayBeOllama && (words.trim() === "" || isUnknownModel.test(words)))
    return t('{0} has no model {1}. If this is Ollama, run "ollama pull {1}" first.', host, model);
  return `${t("{0} does not have {1} at this address.", host, model)}${it}`;
}

const isLocal =
  /^(?:localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[^.:]+(?::|$)|[^:]+\.local(?::|$))/i;

/** Some servers say with 400 or 403 that a key is wrong; 403 may have other reasons. */
function isKeyProblem(status: number, words: string): boolean {
  if (status === 400) return isBadKey.test(words);
  if (status !== 403) return false;
  return !isOtherRefusal.test(words);
}

/** Whether a model takes no pictures at all, rather than not this one. */
function isAboutPictures(words: string): boolean {
  const about = /\b(?:images?|image_url|vision|multi-?modal|mmproj|pictures?)\b/i;
  const refuses = /not\b|n't\b|unsupported|only|missing|unknown variant|no endpoints|expected/i;
  const thisOne = /too (?:large|big|many)|exceed|size|dimension|pixels|decod|corrupt|download/i;
  const wantsText = /content\b.{0,40} must be a string/i;
  return (
    (about.test(words) && refuses.test(words) && !thisOne.test(words)) || wantsText.test(words)
  );
}

const isBadKey =
  /api_key_invalid|(?:invalid|incorrect|missing|no|expired) (?:or invalid )?(?:api[ _-]?key|authorization)|api[ _-]?key (?:is |was )?(?:not |in)valid|api[ _-]?key (?:is |was )?(?:missing|required|expired)/i;
const isOtherRefusal =
  /\b(?:country|region|territor\w+|location|gated|licen[cs]e|not available|unavailable|not supported|unsupported|does not support|doesn't support|terms of|quota|disabled|verif(?:y|ied) (?:your|organi[sz]ation))\b/i;
const isModeration =
  /moderation|\bflagged\b|content[_ -]?(?:policy|filter|management|moderation)|responsible ?ai|inappropriate (?:content|input)|data_inspection|(?:usage|safety|acceptable use) polic|safety (?:system|filter|reasons)|prohibited[_ ]content|sensitive (?:content|words?|information)|guardrail/i;
const isUnknownModel =
  /model[_ ]not[_ ]found|model .{1,200}? (?:not found|does not exist)|(?:unknown|no such|not a valid) model\b/i;
