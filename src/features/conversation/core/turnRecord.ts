import * as v from "valibot";
import { decodeAgentAnswer, decodeLlmAnswer, withoutRepeated } from "../../../contract/decode";
import { HubError } from "../../../contract/errors";
import type { AgentAnswer, Message, Received } from "../../../contract/types";
import { earlierInputData, inputData } from "./inputData";
import { sentQuestion } from "./omitted";
import type { Question, HubRequest } from "./question";
import { answerOf, fromModel, type Result, type Turn } from "./turn";
import { settled, turn, type SavedMessage, type result, type sent } from "./turnSchema";

type SavedSent = v.InferOutput<typeof sent>;
type SavedResult = v.InferOutput<typeof result>;

/** Finds a turn of the same conversation. */
export type Lookup = (turnId: string) => Turn | undefined;

/** The stored form of a turn: what its history repeats of other turns refers to them. */
export function encodeTurn(turnNow: Turn, places: Places): { turn: object } {
  return {
    turn: {
      ...turnNow,
      question: encodeQuestion(turnNow.question),
      sent: encodeSent(turnNow, places),
      result: encodeResult(turnNow.result),
    },
  };
}

/** The stored form of a turn once its result is known. */
export function encodeSettled(turnId: string, became: Result): { settled: object } {
  return { settled: { turnId, result: encodeResult(became) } };
}

/** Reads a stored turn. `undefined` for anything else. */
export function decodeTurn(value: unknown, lookup: Lookup): Turn | undefined {
  return orNothing(() => {
    const saved = v.parse(turn, value);
    const { approximateTokens, beside, aside, omitted, ...rest } = saved;
    const input = inputData(
      sentQuestion({ question: saved.question, ...(omitted && { omitted }) }),
    );
    return {
      ...rest,
      ...(beside !== undefined && { beside }),
      ...(aside && { aside }),
      ...(approximateTokens !== undefined && { approximateTokens }),
      ...(omitted && { omitted }),
      sent: decodeSent(saved.sent, input, lookup),
      result: decodeResult(saved.result, saved.sent.endpoint),
    };
  });
}

/** Reads the result of a known turn. `undefined` for anything else. */
export function decodeSettled(
  value: unknown,
  lookup: Lookup,
): { turnId: string; result: Result } | undefined {
  return orNothing(() => {
    const { turnId, result: saved } = v.parse(settled, value);
    const asked = lookup(turnId);
    return asked && { turnId, result: decodeResult(saved, asked.sent.endpoint) };
  });
}

/** A single attachment is saved as such, several as a list. */
function encodeQuestion({ attachments, ...question }: Question): object {
  const [only, ...others] = attachments ?? [];
  if (!only) return question;
  return { ...question, ...(others.length === 0 ? { attachment: only } : { attachments }) };
}

/** The turns that long texts are from, by the text. */
export type Places = Map<string, { readonly of: "question" | "answer"; readonly turnId: string }>;

/** In characters; shorter texts are cheaper to repeat than to refer to. */
const minReferred = 80;

export function addPlaces(places: Places, { id: turnId, result, ...asked }: Turn): void {
  const question = earlierInputData(sentQuestion(asked));
  if (question.length >= minReferred) places.set(question, { of: "question", turnId });
  const answer = answerOf({ result })?.output ?? "";
  if (answer.length >= minReferred) places.set(answer, { of: "answer", turnId });
}

/** An empty text stands for the question itself, which the record has anyway. */
function encodeSent(asked: Turn, places: Places): object {
  const { endpoint, body } = asked.sent;
  const input = inputData(sentQuestion(asked));
  const orEmpty = (text: string): string => (text === input ? "" : text);
  if (endpoint === "invoke_agent") {
    const { conversation_history: history, ...rest } = body;
    const { input_data: own } = rest;
    return {
      endpoint,
      body: own === undefined ? rest : { ...rest, input_data: orEmpty(own) },
      ...(history && { messages: encodeMessages(history, places) }),
    };
  }
  const { input_data: messages, ...rest } = body;
  const last = messages?.at(-1);
  return {
    endpoint,
    body: rest,
    ...(messages && {
      messages: [
        ...encodeMessages(messages.slice(0, -1), places),
        ...(last ? [{ role: last.role, content: orEmpty(last.content) }] : []),
      ],
    }),
  };
}

function decodeSent(
  { endpoint, body, messages: saved }: SavedSent,
  input: string,
  lookup: Lookup,
): HubRequest {
  const messages = saved && decodeMessages(saved, lookup);
  if (endpoint === "invoke_agent")
    return {
      endpoint,
      body: {
        ...body,
        ...(body.input_data === "" && { input_data: input }),
        ...(messages && { conversation_history: messages }),
      },
    };
  const last = messages?.at(-1);
  if (last?.content === "") messages?.splice(-1, 1, { ...last, content: input });
  return { endpoint, body: { ...body, ...(messages && { input_data: messages }) } };
}

function encodeMessages(messages: readonly Message[], places: Places): SavedMessage[] {
  return messages.map(({ role, content }) => ({ role, ...(places.get(content) ?? { content }) }));
}

/** In characters; a request has at most 10 MiB. */
const maxHistory = 10 * 1024 * 1024;

/** A text that cannot be found is empty. Throws for more than a request may have. */
function decodeMessages(saved: readonly SavedMessage[], lookup: Lookup): Message[] {
  let length = 0;
  return saved.map((one) => {
    const content = "content" in one ? one.content : textOf(lookup(one.turnId), one.of);
    length += content.length;
    if (length > maxHistory) throw new RangeError("too long");
    return { role: one.role, content };
  });
}

function textOf(asked: Turn | undefined, of: "question" | "answer"): string {
  if (!asked) return "";
  if (of === "question") return earlierInputData(sentQuestion(asked));
  return answerOf(asked)?.output ?? "";
}

function encodeResult(became: Result): object {
  if (became.state === "failed") {
    const { kind, message, details } = became.error;
    return { state: "failed", error: { kind, message, details } };
  }
  if (became.state === "stopped")
    return { ...became, ...(became.soFar && { soFar: wireOf(became.soFar) }) };
  // What waits for its turn was not sent: if this window closes, it was only stopped.
  if (became.state === "waiting" && became.isQueued) return { state: "stopped" };
  if (became.state !== "done") return { state: became.state };
  const { raw, bytes, elapsedMs } = became.received;
  return { state: "done", raw, bytes, elapsedMs, ...(became.usage && { usage: became.usage }) };
}

/** An answer is decoded from what the hub sent, by the same rules as on arrival. */
function decodeResult(saved: SavedResult, endpoint: HubRequest["endpoint"]): Result {
  if (saved.state === "failed") {
    const { kind, message, details } = saved.error;
    return { state: "failed", error: new HubError(kind, message, details) };
  }
  // Another window is waiting: it writes the answer, or was closed.
  if (saved.state === "waiting") return { state: "interrupted" };
  if (saved.state === "stopped")
    return {
      state: "stopped",
      ...(saved.soFar !== undefined && { soFar: decodeAgentAnswer(saved.soFar) }),
    };
  if (saved.state !== "done") return { state: saved.state };
  const { usage } = saved;
  return { state: "done", received: answerIn(saved, endpoint), ...(usage && { usage }) };
}

/** An answer as the service would send it (4.3). */
function wireOf({ output, intermediate_steps: groups }: AgentAnswer): object {
  return { output, intermediate_steps: groups.map((group) => group.map(({ raw }) => raw)) };
}

function answerIn(
  { raw, bytes, elapsedMs }: Extract<SavedResult, { state: "done" }>,
  endpoint: HubRequest["endpoint"],
): Received<AgentAnswer> {
  return endpoint === "invoke_agent"
    ? { value: decodeAgentAnswer(raw), raw: withoutRepeated(raw), bytes, elapsedMs }
    : fromModel({ value: decodeLlmAnswer(raw), raw, bytes, elapsedMs });
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
