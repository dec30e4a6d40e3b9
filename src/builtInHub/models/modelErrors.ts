import { t } from "../../kit/l10n";
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
  const said = words.trim() === "" ? "" : ` ${t("It says: {0}", keys.line(words, maxErrorLength))}`;
  const all = `${code} ${words}`;
  const found = contextErrorIn(all);
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
    return new ModelProblem("too-long", `${sentence}${said}`, { ...refused, context });
  }
  if (wait?.isExhausted)
    return new ModelProblem(
      "no-quota",
      `${t("{0} has no quota left for this key.", host)}${said}`,
      refused,
    );
  if (status === 400 && doesNotCallTools.test(all))
    return new ModelProblem("no-tools", t("{0} cannot call tools.", model ?? host), refused);
  if (status === 401 || status === 403 || (status === 400 && isBadKey.test(all)))
    return new ModelProblem(
      "bad-key",
      `${t("{0} does not accept the key for its models.", host)}${said}`,
      refused,
    );
  if (status === 404 || isUnknownModel.test(all))
    return new ModelProblem(
      "not-found",
      model === undefined
        ? t("{0} has no list of models at this address.", host)
        : t('{0} has no model {1}. If this is Ollama, run "ollama pull {1}" first.', host, model),
      refused,
    );
  if (status === 429)
    return new ModelProblem(
      "rate-limited",
      `${t("{0} is receiving too many requests.", host)}${said}`,
      {
        ...refused,
        retryAfterSeconds: wait?.seconds,
      },
    );
  const failed =
    model === undefined
      ? t("{0} could not list its models.", host)
      : t("{0} failed to run {1}.", host, model);
  return new ModelProblem("failed", `${failed}${said}`, {
    ...refused,
    ...(isWaiting && { retryAfterSeconds: wait.seconds }),
  });
}

const doesNotCallTools = /(?:not|n't) support (?:tools|function)|tools? (?:is|are) not supported/i;
const isBadKey =
  /api_key_invalid|(?:invalid|incorrect|missing|no|expired) (?:or invalid )?(?:api[ _-]?key|authorization)|api[ _-]?key (?:is |was )?(?:not |in)valid|api[ _-]?key (?:is |was )?(?:missing|required|expired)/i;
const isUnknownModel = /model[_ ]not[_ ]found|model .{1,200}? (?:not found|does not exist)/i;
