import * as v from "valibot";
import { t } from "../kit/l10n";
import { isId } from "./address";
import { HubError } from "./errors";
import { isRecord, record } from "./record";
import { maxWaitSeconds } from "./serverWait";
import { checked, lenient, lenientList, listOf, recordOf } from "./lenientSchema";
import type { Tokens } from "./progress";
import { isCount, ReportedUsage } from "./usage";
import type { AgentAnswer, ErrorBody, Expert, LlmAnswer, Step, User } from "./types";

// Decodes what a hub sends: known fields are copied, everything else and every secret is dropped.

const text = lenient(v.string());
const flag = lenient(v.boolean());
const count = lenient(v.number());
const anything = lenient(v.custom<unknown>((value) => value !== null));
const id = v.custom<number>(isId);
const namedFields = {
  name: text,
  createdAt: text,
  updatedAt: text,
  publishedAt: text,
  locale: text,
};

const expert = recordOf({
  id,
  description: text,
  function_name: text,
  function_description: text,
  system_message: text,
  profession: text,
  apps: anything,
  expert_llm_models: listOf(recordOf({ id, identifier: text, ...namedFields })),
  abilities: listOf(recordOf({ id, text, ...namedFields })),
  ...namedFields,
});

const user = recordOf({
  user_id: text,
  name: text,
  given_name: text,
  family_name: text,
  nickname: text,
  email_verified: flag,
  created_at: text,
  updated_at: text,
  last_login: text,
  logins_count: count,
  user_metadata: lenient(
    recordOf({
      message_me: flag,
      newsletter: flag,
      updates: flag,
      features: flag,
      follows_me: flag,
      mentions_me: flag,
      tokens: count,
    }),
  ),
});

const toolCall = recordOf({
  index: count,
  id: text,
  type: text,
  function: lenient(recordOf({ name: text, arguments: text })),
});

const logEntry = recordOf({
  content: text,
  additional_kwargs: lenient(recordOf({ tool_calls: lenientList(toolCall) })),
});

const step = recordOf({
  tool: text,
  tool_input: anything,
  log: text,
  message_log: lenientList(logEntry),
  tool_call_id: text,
});

const agentAnswer = recordOf({
  output: v.string(),
});

const progressLine = recordOf({
  text,
  reasoning: text,
  replace: flag,
  calls: lenientList(v.string()),
  steps: lenientList(anything),
  wait: lenient(v.pipe(v.number(), v.minValue(0), v.maxValue(maxWaitSeconds))),
  approximate_tokens: lenient(v.custom<number>(isCount)),
  usage: anything,
  answer: v.optional(v.unknown()),
  error: anything,
  /** Of the error. */
  status: count,
});

const errorBody = recordOf({
  error: lenient(v.pipe(v.number(), v.safeInteger())),
  message: text,
  about: lenient(v.literal("model")),
});

/** `get_user` (4.1): `[{ user }]` or bare. Throws `not-found` for none, `bad-response`. */
export function decodeUser(json: unknown): User {
  const [first] = elements(json);
  if (!first) throw new HubError("not-found", t("The hub has no user for this API key."));
  return checked(recordOf({ user }), first.value, first.path).user;
}

/**
 * `get_expert` (4.2): an array of one, or bare; of several, the requested one. Throws `not-found`
 * for none, `bad-response` for another expert or an unusable id.
 */
export function decodeExpert(json: unknown, askedId: number): Expert {
  const found = elements(json);
  if (found.length === 0)
    throw new HubError("not-found", t("The hub does not know expert {0}.", askedId));
  const asked = found.find(({ value }) => isRecord(value) && value["id"] === askedId);
  const { value, path } = asked ?? found[0]!;
  const decoded = checked(expert, value, path);
  if (decoded.id === askedId) return decoded;
  throw new HubError("bad-response", t("The hub answered with an expert other than {0}.", askedId));
}

/** `invoke_agent` (4.3), bare or as an array of one. Throws `bad-response` if `output` is not text. */
export function decodeAgentAnswer(json: unknown): AgentAnswer {
  const { value, path } = elements(json)[0] ?? { value: undefined, path: "" };
  const fields = checked(agentAnswer, value, path);
  const steps = isRecord(value) ? value["intermediate_steps"] : undefined;
  return { ...fields, intermediate_steps: stepGroups(steps) };
}

/** What an answer of `invoke_agent` repeats of its request, and what stands in its place. */
const repeated = {
  input: t("Not kept: it repeats the question."),
  chat_history: t("Not kept: it repeats the conversation."),
};

/** The answer of `invoke_agent` as it is kept: what it repeats is replaced by a sentence. */
export function withoutRepeated(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutRepeated);
  if (!isRecord(json)) return json;
  const replaced = Object.entries(repeated).filter(([name]) => Object.hasOwn(json, name));
  return { ...json, ...Object.fromEntries(replaced) };
}

/** `invoke_llm` (4.4), whose shape is not described: the text, if one of the usual places has it. */
export function decodeLlmAnswer(json: unknown): LlmAnswer {
  const output = generatedText(json);
  return output === undefined ? {} : { output };
}

/**
 * A line of an answer that shows its progress. Whatever is unknown or of a wrong type counts as
 * absent; only the last line has an answer or an error.
 */
export function decodeProgressLine(json: unknown) {
  const {
    steps,
    approximate_tokens: approximateTokens,
    ...line
  } = v.parse(progressLine, record(json));
  const counted = new ReportedUsage();
  counted.add(line.usage, true);
  const usage = counted.value;
  const tokens: Tokens = {
    ...(usage && { usage }),
    ...(approximateTokens !== undefined && { approximateTokens }),
  };
  return { ...line, steps: steps?.map(decodeStep), tokens };
}

export type ProgressLine = ReturnType<typeof decodeProgressLine>;

/** The readable part of an `Error` (2.4). */
export function decodeErrorBody(json: unknown): Partial<ErrorBody> {
  if (typeof json === "string") return { message: json };
  const result = v.safeParse(errorBody, elements(json)[0]?.value);
  return result.success ? result.output : {};
}

/**
 * True for an `Error` (2.4) in place of a result: complete, or without a message if its code is an
 * HTTP status. Only a text or a user beside it makes it a result, an id or an empty output does not;
 * with code 0, which no error has, each of them does.
 */
export function isErrorBody(json: unknown): boolean {
  const value = elements(json)[0]?.value;
  if (!isRecord(value) || isRecord(value["user"])) return false;
  // Other fields of an error may have text as well.
  const text = generatedText(value, surePlaces);
  if (text) return false;
  const { error, message } = decodeErrorBody(value);
  if (error === 0 && (isId(value["id"]) || text === "")) return false;
  return error !== undefined && (message !== undefined || (error >= 400 && error < 600));
}

/** The elements of a list other than nulls, or the single value that is not in a list. */
function elements(json: unknown): { value: unknown; path: string }[] {
  if (!Array.isArray(json)) return [{ value: json, path: "" }];
  return json
    .map((value: unknown, index) => ({ value, path: `[${index}]` }))
    .filter(({ value }) => value !== null);
}

/** A single step also counts as a group. */
function stepGroups(steps: unknown): Step[][] {
  if (Array.isArray(steps)) return steps.map(stepGroup);
  return isRecord(steps) && Object.keys(steps).length > 0 ? [stepGroup(steps)] : [];
}

/** A flat array of steps is read as groups of one. */
function stepGroup(group: unknown): Step[] {
  return Array.isArray(group) ? group.map(decodeStep) : [decodeStep(group)];
}

function decodeStep(raw: unknown): Step {
  const { success, output } = v.safeParse(step, raw);
  return success ? { ...output, raw } : { raw };
}

const surePlaces = ["output", "content", "message", "choices"];

/** Where an answer may have its text or what contains it, the most likely place first. */
const textPlaces = [
  ...surePlaces,
  "output_text",
  "text",
  "kwargs",
  "delta",
  "generated_text",
  "outputText",
  "generation",
  "generations",
  "completion",
  "response",
  "answer",
  "result",
  "results",
  "outputs",
  "candidates",
  "parts",
  "messages",
  "return_values",
  "data",
  "value",
];
/** Lists of alternatives, of which the first counts. */
const alternatives = new Set(["choices", "candidates", "generations", "results", "outputs"]);
const maxTextDepth = 8;

/** The text of an answer in any of the usual shapes; `undefined` where there is none. */
function generatedText(
  json: unknown,
  places: readonly string[] = textPlaces,
  depth = 0,
): string | undefined {
  if (typeof json === "string") return json;
  if (depth > maxTextDepth) return undefined;
  if (Array.isArray(json)) return listedText(json, places, depth);
  if (!isRecord(json) || isThought(json)) return undefined;
  let found: string | undefined;
  for (const place of places) {
    const value = json[place];
    // The words of an error are no answer.
    if (place === "message" && typeof value === "string") continue;
    const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    const inside =
      place === "messages" ? list?.at(-1) : list && alternatives.has(place) ? list[0] : value;
    const text = generatedText(inside, textPlaces, depth + 1);
    // A place that is empty may be there for form only.
    if (text !== undefined && text !== "") return text;
    found ??= text;
  }
  return found;
}

/** The text of the parts of one answer, which may have calls beside it. */
function listedText(
  list: readonly unknown[],
  places: readonly string[],
  depth: number,
): string | undefined {
  if (list.length === 1) return generatedText(list[0], places, depth + 1);
  const isPart = (part: unknown) =>
    isRecord(part) ? typeof (part["type"] ?? part["text"]) === "string" : depth > 0;
  if (!list.every(isPart)) return undefined;
  const texts = list.map((part) => generatedText(part, places, depth + 1));
  const found = texts.filter((text) => text !== undefined);
  return found.length > 0 ? found.join("") : undefined;
}

function isThought({ type }: Readonly<Record<string, unknown>>): boolean {
  return typeof type === "string" && /think|reasoning|thought/i.test(type);
}
