import * as v from "valibot";
import { decodeAgentAnswer, decodeLlmAnswer } from "../hub/decode";
import { errorKinds, HubError } from "../hub/errors";
import { lenient, record } from "../hub/schema";
import type { Message } from "../hub/types";
import type { Result, Sent, Turn } from "./conversation";
import { fromModel } from "./modelAnswer";
import { inputData } from "./question";

// The door for saved turns: a file is as untrusted as the hub, since anyone can hand one over.

const text = lenient(v.string());
const flag = lenient(v.boolean());
const number = lenient(v.pipe(v.number(), v.finite()));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = lenient(whole);
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
const texts = lenient(v.array(v.string()));

const tools = lenient(
  record({
    web_search: flag,
    computation_engine: flag,
    document_retriever: flag,
    workspace_connector: flag,
  }),
);

const question = record({
  typed: v.string(),
  attachment: lenient(
    record({
      id: v.string(),
      text: v.string(),
      languageId: v.string(),
      label: v.string(),
      detail: v.string(),
    }),
  ),
  expertId: whole,
  abilityId: id,
  modelId: id,
  temperature: number,
  tools,
  webSearchMaxResults: number,
  documentUrls: texts,
  mode: lenient(v.picklist(["agent", "model"])),
  memory: lenient(v.picklist(["both", "session", "history", "none"])),
  maxTokens: number,
});

const message = record({ role: v.string(), content: v.string() });

const agentBody = record({
  expert_id: id,
  ability_id: id,
  model_id: id,
  session_id: text,
  input_data: text,
  temperature: number,
  user_id: text,
  document_urls: texts,
  tool_config: lenient(record({ web_search_max_results: number })),
  tool_activation: tools,
});

const llmBody = record({
  expert_id: id,
  model_id: id,
  temperature: number,
  msx_tokens: number,
});

/** A message of the history that went along: its text, or the turn of this conversation that has it. */
const sentMessage = v.union([
  message,
  record({ role: v.string(), of: v.picklist(["question", "answer"]), turnId: v.string() }),
]);

const messages = v.optional(v.array(sentMessage));

const sent = v.variant("endpoint", [
  v.object({ endpoint: v.literal("invoke_agent"), body: agentBody, messages }),
  v.object({ endpoint: v.literal("invoke_llm"), body: llmBody, messages }),
]);

const error = record({
  kind: v.picklist(errorKinds),
  message: v.string(),
  details: lenient(
    record({
      status: number,
      code: number,
      hubMessage: text,
      retryAfterSeconds: number,
      deadlineSeconds: number,
      mayHaveRun: flag,
    }),
  ),
});

const result = v.variant("state", [
  v.object({ state: v.picklist(["waiting", "stopped", "interrupted"]) }),
  v.object({ state: v.literal("failed"), error }),
  v.object({
    state: v.literal("done"),
    raw: v.unknown(),
    bytes: v.number(),
    elapsedMs: v.number(),
  }),
]);

const asked = record({
  expertId: whole,
  expertName: v.string(),
  abilityId: id,
  abilityName: text,
  modelId: id,
  modelName: text,
  hubScope: v.string(),
  builtIn: v.boolean(),
});

const turn = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  question,
  sent,
  askedAt: time,
  asked,
  result,
  approximateTokens: number,
});

/** Finds a turn of the same conversation. */
export type Lookup = (turnId: string) => Turn | undefined;

/** What is written of a turn: texts that turns before it hold already are named, not repeated. */
export function encodeTurn(turnNow: Turn, before: readonly Turn[]): object {
  return {
    ...turnNow,
    sent: encodeSent(turnNow.sent, before),
    result: encodeResult(turnNow.result),
  };
}

/** The turn that was written. `undefined` for anything else. */
export function decodeTurn(value: unknown, lookup: Lookup): Turn | undefined {
  const checked = v.safeParse(turn, value);
  if (!checked.success) return undefined;
  const saved = checked.output;
  try {
    const { approximateTokens, ...rest } = saved;
    const { endpoint } = saved.sent;
    return {
      ...rest,
      ...(approximateTokens !== undefined && { approximateTokens }),
      sent: decodeSent(saved.sent, lookup),
      result: decodeResult(saved.result, endpoint),
    };
  } catch {
    return undefined;
  }
}

function encodeSent(sentNow: Sent, before: readonly Turn[]): object {
  if (sentNow.endpoint === "invoke_agent") {
    const { conversation_history: history, ...body } = sentNow.body;
    return {
      endpoint: sentNow.endpoint,
      body,
      ...(history && { messages: named(history, before) }),
    };
  }
  const { input_data: input, ...body } = sentNow.body;
  return { endpoint: sentNow.endpoint, body, ...(input && { messages: named(input, before) }) };
}

/** Both lists run from old to new, so matching from the end meets each turn at once. */
function named(sentAlong: readonly Message[], before: readonly Turn[]): object[] {
  const places = before
    .slice(-sentAlong.length * 2)
    .flatMap(({ id: turnId, question: { typed, attachment }, result: became }) =>
      became.state === "done"
        ? [
            { turnId, of: "question", content: inputData(typed, attachment) },
            { turnId, of: "answer", content: became.received.value.output },
          ]
        : [],
    );
  return sentAlong
    .toReversed()
    .map(({ role, content }) => {
      const at = places.findLastIndex((place) => place.content === content);
      const place = places[at];
      if (!place) return { role, content };
      places.splice(at);
      return { role, of: place.of, turnId: place.turnId };
    })
    .toReversed();
}

function decodeSent(saved: v.InferOutput<typeof sent>, lookup: Lookup): Sent {
  const sentAlong = saved.messages?.map((one) => decodeMessage(one, lookup));
  return saved.endpoint === "invoke_agent"
    ? {
        endpoint: saved.endpoint,
        body: { ...saved.body, ...(sentAlong && { conversation_history: sentAlong }) },
      }
    : {
        endpoint: saved.endpoint,
        body: { ...saved.body, ...(sentAlong && { input_data: sentAlong }) },
      };
}

function decodeMessage(one: v.InferOutput<typeof sentMessage>, lookup: Lookup): Message {
  if ("content" in one) return one;
  const place = lookup(one.turnId);
  if (!place) return { role: one.role, content: "" };
  const { typed, attachment } = place.question;
  const answer = place.result.state === "done" ? place.result.received.value.output : "";
  return { role: one.role, content: one.of === "question" ? inputData(typed, attachment) : answer };
}

function encodeResult(became: Result): object {
  if (became.state === "failed") {
    const { kind, message: sentence, details } = became.error;
    return { state: "failed", error: { kind, message: sentence, details } };
  }
  if (became.state !== "done") return { state: became.state };
  const { raw, bytes, elapsedMs } = became.received;
  return { state: "done", raw, bytes, elapsedMs };
}

/** An answer is read from what the hub sent, by the same rules as on its arrival. */
function decodeResult(saved: v.InferOutput<typeof result>, endpoint: Sent["endpoint"]): Result {
  if (saved.state === "failed") {
    const { kind, message: sentence, details } = saved.error;
    return { state: "failed", error: new HubError(kind, sentence, details) };
  }
  // It is not this window that waits: the one that does writes the answer, or is closed.
  if (saved.state === "waiting") return { state: "interrupted" };
  if (saved.state !== "done") return { state: saved.state };
  const { raw, bytes, elapsedMs } = saved;
  const received =
    endpoint === "invoke_agent"
      ? { value: decodeAgentAnswer(raw), raw, bytes, elapsedMs }
      : fromModel({ value: decodeLlmAnswer(raw), raw, bytes, elapsedMs });
  return { state: "done", received };
}
