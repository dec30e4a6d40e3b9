import { ModelProblem } from "../../contract/chatModel";
import { contextErrorIn, contextTokensIn } from "../../contract/contextErrors";
import type { KeyMask } from "../../contract/secrets/keyMask";
import { items, record, textValue } from "../../contract/record";
import { isRefusal, type ServerWait } from "../../contract/serverWait";

/** What was asked, in words for a sentence. */
export interface AskedModel {
  /** Absent where the server was asked for its list of models. */
  readonly model?: string;
  readonly host: string;
  /** Keeps the key of the server out of what it says. */
  readonly keys: KeyMask;
}

const maxErrorLength = 301;

/** The problem that an error body reports under any status; `undefined` if it reports none. */
export function problemIn(
  body: unknown,
  status: number,
  asked: AskedModel,
  wait?: ServerWait,
): ModelProblem | undefined {
  // Gemini sends an array of one.
  const whole = record(Array.isArray(body) ? body[0] : body);
  const { error } = whole;
  const inner = record(error);
  const words = textValue(error) ?? textValue(inner["message"]) ?? textValue(whole["message"]);
  if (status < 400 && (error === undefined || error === null)) return undefined;
  const reasons = items(inner["details"]).map((each) => record(each)["reason"]);
  const code = [inner["code"], inner["type"], inner["status"], ...reasons].map(String).join(" ");
  // llama.cpp says so beside its words.
  const limit = contextTokensIn(inner["n_ctx"]);
  return problemOf(status, { words, code, limit, wait }, asked);
}

/** The problem for a status and what the server says about it. */
export function problemOf(
  status: number,
  {
    words = "",
    code = "",
    limit,
    wait,
  }: {
    words?: string | undefined;
    code?: string;
    limit?: number | undefined;
    wait?: ServerWait | undefined;
  },
  { model, host, keys }: AskedModel,
): ModelProblem {
  const isWaiting = (status === 429 || status === 503) && wait?.seconds !== undefined;
  const refused = { nothingRan: isRefusal(status) || status === 429 || isWaiting };
  const said = words.trim() === "" ? "" : ` It says: ${keys.line(words, maxErrorLength)}`;
  const all = `${code} ${words}`;
  const found = contextErrorIn(all);
  if (status === 413 || found) {
    const context = { ...(limit !== undefined && { limit }), ...found };
    const takes = context.limit === undefined ? "" : `, which takes only ${context.limit} tokens`;
    return new ModelProblem(
      "too-long",
      `The question, with everything sent along with it, is too long for ${model ?? host}${takes}.${said}`,
      { ...refused, context },
    );
  }
  if (wait?.isExhausted)
    return new ModelProblem("no-quota", `${host} has no quota left for this key.${said}`, refused);
  if (status === 400 && doesNotCallTools.test(all))
    return new ModelProblem("no-tools", `${model ?? host} cannot call tools.`, refused);
  if (status === 401 || status === 403 || (status === 400 && isBadKey.test(all)))
    return new ModelProblem(
      "bad-key",
      `${host} does not accept the key for its models.${said}`,
      refused,
    );
  if (status === 404 || isUnknownModel.test(all))
    return new ModelProblem(
      "not-found",
      model === undefined
        ? `${host} has no list of models at this address.`
        : `${host} has no model ${model}. If this is Ollama, run "ollama pull ${model}" first.`,
      refused,
    );
  if (status === 429)
    return new ModelProblem("rate-limited", `${host} is receiving too many requests.${said}`, {
      ...refused,
      retryAfterSeconds: wait?.seconds,
    });
  const failed = model === undefined ? "could not list its models" : `failed to run ${model}`;
  return new ModelProblem("failed", `${host} ${failed}.${said}`, {
    ...refused,
    ...(isWaiting && { retryAfterSeconds: wait.seconds }),
  });
}

const doesNotCallTools = /(?:not|n't) support (?:tools|function)|tools? (?:is|are) not supported/i;
const isBadKey =
  /api_key_invalid|(?:invalid|incorrect|missing|no|expired) (?:or invalid )?(?:api[ _-]?key|authorization)|api[ _-]?key (?:is |was )?(?:not |in)valid|api[ _-]?key (?:is |was )?(?:missing|required|expired)/i;
const isUnknownModel = /model[_ ]not[_ ]found|model .{1,200}? (?:not found|does not exist)/i;
