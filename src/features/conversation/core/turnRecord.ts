import * as v from "valibot";
import { decodeAgentAnswer, decodeLlmAnswer } from "../../../contract/decode";
import { HubError } from "../../../contract/errors";
import { isRecord } from "../../../contract/record";
import type { AgentAnswer, Message, Received } from "../../../contract/types";
import { mapRepeatedFields } from "./mapStrings";
import { Packer, Unpacker, type LeftOut, type Lookup } from "./packing";
import { inputData } from "./inputData";
import type { Question, HubRequest } from "./question";
import { textsOfQuestion, type Texts } from "./texts";
import { fromModel, type Result, type Turn } from "./turn";
import { beside, question, settled, turn, type result, type sent } from "./turnSchema";

type SavedSent = v.InferOutput<typeof sent>;
type SavedResult = v.InferOutput<typeof result>;

/** The stored form of a turn: texts that it or the turns of `texts` already contain are referenced. */
export function encodeTurn(turnNow: Turn, texts: Texts): { turn: object; leftOut?: LeftOut } {
  const own = textsOfQuestion(turnNow.question);
  const packer = new Packer(turnNow.id, own, texts);
  const record = {
    ...turnNow,
    question: encodeQuestion(turnNow.question),
    sent: packer.pack(encodeSent(turnNow.sent)),
    result: encodeResult(turnNow.result, own, packer),
  };
  return { turn: record, ...besides(packer) };
}

/** The stored form of a turn once its result is known. */
export function encodeSettled(turnNow: Turn, texts: Texts): { settled: object; leftOut?: LeftOut } {
  const { id: turnId, question: asked, result: became } = turnNow;
  const own = textsOfQuestion(asked);
  const packer = new Packer(turnId, own, texts);
  return { settled: { turnId, result: encodeResult(became, own, packer) }, ...besides(packer) };
}

/** Reads a stored turn. `undefined` for anything else. */
export function decodeTurn(value: unknown, given: unknown, lookup: Lookup): Turn | undefined {
  return orNothing(() => {
    if (!isRecord(value)) return undefined;
    const opened = open(v.parse(question, value["question"]), given, lookup);
    // Unpack before copying by fields, which may change their order.
    const saved = v.parse(turn, { ...value, sent: opened.unpacker.unpack(value["sent"]) });
    const { approximateTokens, beside: besideId, omitted, ...rest } = saved;
    return {
      ...rest,
      ...(besideId !== undefined && { beside: besideId }),
      ...(approximateTokens !== undefined && { approximateTokens }),
      ...(omitted && { omitted }),
      sent: decodeSent(saved.sent, lookup),
      result: decodeResult(saved.result, saved.sent.endpoint, opened),
    };
  });
}

/** Reads the result of a known turn. `undefined` for anything else. */
export function decodeSettled(
  value: unknown,
  given: unknown,
  lookup: Lookup,
): { turnId: string; result: Result } | undefined {
  return orNothing(() => {
    const { turnId, result: saved } = v.parse(settled, value);
    const asked = lookup(turnId);
    if (!asked) return undefined;
    const opened = open(asked.question, given, lookup);
    return { turnId, result: decodeResult(saved, asked.sent.endpoint, opened) };
  });
}

function besides({ leftOut }: Packer): { leftOut?: LeftOut } {
  return leftOut ? { leftOut } : {};
}

interface Opened {
  /** Texts of the record itself; includes its answer once that is read. */
  readonly own: string[];
  readonly unpacker: Unpacker;
}

function open(asked: Question, given: unknown, lookup: Lookup): Opened {
  const { leftOut } = v.parse(beside, { leftOut: given });
  const own = textsOfQuestion(asked);
  return { own, unpacker: new Unpacker(leftOut, own, lookup) };
}

/** A single attachment is saved as such, several as a list. */
function encodeQuestion({ attachments, ...question }: Question): object {
  const [only, ...others] = attachments ?? [];
  if (!only) return question;
  return { ...question, ...(others.length === 0 ? { attachment: only } : { attachments }) };
}

function encodeSent(sentNow: HubRequest): object {
  if (sentNow.endpoint === "invoke_agent") {
    const { conversation_history: messages, ...body } = sentNow.body;
    return { endpoint: sentNow.endpoint, body, ...(messages && { messages }) };
  }
  const { input_data: messages, ...body } = sentNow.body;
  return { endpoint: sentNow.endpoint, body, ...(messages && { messages }) };
}

function decodeSent({ endpoint, body, messages: saved }: SavedSent, lookup: Lookup): HubRequest {
  const messages = saved?.map((one) => decodeMessage(one, lookup));
  return endpoint === "invoke_agent"
    ? { endpoint, body: { ...body, ...(messages && { conversation_history: messages }) } }
    : { endpoint, body: { ...body, ...(messages && { input_data: messages }) } };
}

/** Version 1 referenced the turn in the message. */
function decodeMessage(one: NonNullable<SavedSent["messages"]>[number], lookup: Lookup): Message {
  if ("content" in one) return one;
  const place = lookup(one.turnId);
  if (!place) return { role: one.role, content: "" };
  const answer = place.result.state === "done" ? place.result.received.value.output : "";
  return { role: one.role, content: one.of === "question" ? inputData(place.question) : answer };
}

function encodeResult(became: Result, own: string[], packer: Packer): object {
  if (became.state === "failed") {
    const { kind, message, details } = became.error;
    return { state: "failed", error: { kind, message, details } };
  }
  if (became.state === "stopped")
    return { ...became, ...(became.soFar && { soFar: wireOf(became.soFar) }) };
  // What waits for its turn was not sent: if this window closes, it was only stopped.
  if (became.state === "waiting" && became.isQueued) return { state: "stopped" };
  if (became.state !== "done") return { state: became.state };
  const { raw, bytes, elapsedMs, value } = became.received;
  // From here on a reader knows the answer, too.
  own.push(value.output);
  return {
    state: "done",
    raw: mapRepeatedFields(raw, (repeated) => packer.pack(repeated)),
    bytes,
    elapsedMs,
    ...(became.usage && { usage: became.usage }),
  };
}

/** An answer is decoded from what the hub sent, by the same rules as on arrival. */
function decodeResult(
  saved: SavedResult,
  endpoint: HubRequest["endpoint"],
  { own, unpacker }: Opened,
): Result {
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
  const counted = usage && { usage };
  if (!unpacker.isNeeded) return { state: "done", received: answerIn(saved, endpoint), ...counted };
  // What the hub repeated refers to the answer, which is read without it.
  const alone = mapRepeatedFields(saved.raw, () => undefined);
  own.push(answerIn({ ...saved, raw: alone }, endpoint).value.output);
  const raw = mapRepeatedFields(saved.raw, (repeated) => unpacker.unpack(repeated));
  return { state: "done", received: answerIn({ ...saved, raw }, endpoint), ...counted };
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
    ? { value: decodeAgentAnswer(raw), raw, bytes, elapsedMs }
    : fromModel({ value: decodeLlmAnswer(raw), raw, bytes, elapsedMs });
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
