import { countToLeaveOut, estimatedTokens } from "../../../contract/contextSize";
import { pictureTokens } from "../../../contract/picture";
import type { Message } from "../../../contract/types";
import type { Attachment } from "./attachment";
import { inputData } from "./inputData";
import { sentQuestion, type Omitted } from "./omitted";
import type { HubRequest, Question } from "./question";

/** A question and the request made of it. */
interface Built {
  readonly question: Question;
  readonly sent: HubRequest;
  readonly omitted?: Omitted;
}

/** How many tokens a request may fill, and the context window behind that number. */
export interface RequestBudget extends Pick<Omitted, "contextTokens" | "refused"> {
  readonly budget: number;
}

/** The estimated number of tokens of each part of a request. */
export interface RequestSize {
  readonly question: number;
  readonly attachments: number;
  readonly history: number;
}

export function sizeOfRequest({ question, sent, omitted }: Built): RequestSize {
  const { typed, attachments = [] } = sentQuestion({ question, ...(omitted && { omitted }) });
  return {
    question: estimatedTokens(typed),
    attachments: sumOf(attachments.map(tokensOfAttachment)),
    history: sumOf(historyIn(sent).map(tokensOfMessage)),
  };
}

/**
 * The same request without what does not fit into `budget` tokens: the oldest questions with their
 * answers go first, then the oldest attachments; never the question, nor the system's messages.
 * `undefined` if all of it fits, or nothing more can go.
 */
export function fittedRequest(
  built: Built,
  { budget, ...why }: RequestBudget,
  userRole: string,
): { readonly sent: HubRequest; readonly omitted: Omitted } | undefined {
  const { question, attachments, history } = sizeOfRequest(built);
  const excess = question + attachments + history - budget;
  const exchanges = exchangesIn(historyIn(built.sent), userRole);
  const { attachments: attached = [], typed } = sentQuestion(built);
  // Without a word typed, the last attachment is the question.
  const removable = typed.trim() === "" ? attached.slice(0, -1) : attached;
  const count = countToLeaveOut(
    [
      ...exchanges.map((each) => sumOf(each.map(tokensOfMessage))),
      ...removable.map(tokensOfAttachment),
    ],
    excess,
  );
  if (count === 0) return undefined;
  const leftOut = new Set(exchanges.slice(0, count).flat());
  const before = built.omitted ?? { turns: 0, attachments: [] };
  const omitted = {
    turns: before.turns + Math.min(count, exchanges.length),
    attachments: [
      ...before.attachments,
      ...removable.slice(0, Math.max(0, count - exchanges.length)).map(({ id }) => id),
    ],
    ...(why.contextTokens !== undefined && { contextTokens: why.contextTokens }),
    ...(why.refused && { refused: true }),
  };
  const kept = historyIn(built.sent).filter((message) => !leftOut.has(message));
  const input = inputData(sentQuestion({ question: built.question, omitted }));
  return { sent: withParts(built.sent, kept, input), omitted };
}

function withParts(sent: HubRequest, history: readonly Message[], input: string): HubRequest {
  if (sent.endpoint === "invoke_llm") {
    const last = sent.body.input_data?.at(-1);
    const asked = { role: last?.role ?? "user", content: input };
    return { ...sent, body: { ...sent.body, input_data: [...history, asked] } };
  }
  const { conversation_history: _, ...body } = sent.body;
  const withHistory = history.length > 0 && { conversation_history: [...history] };
  return { ...sent, body: inOrderOf(sent.body, { ...body, input_data: input, ...withHistory }) };
}

/** The fields as the request has them. */
function inOrderOf<T extends object>(order: T, fields: T): T {
  const all = new Map(Object.entries(fields));
  const kept = Object.keys(order).filter((name) => all.has(name));
  return Object.fromEntries(kept.map((name) => [name, all.get(name)])) as T;
}

/** A language model alone gets the question as the last of the messages. */
export function historyIn(sent: HubRequest): readonly Message[] {
  return sent.endpoint === "invoke_llm"
    ? (sent.body.input_data?.slice(0, -1) ?? [])
    : (sent.body.conversation_history ?? []);
}

/** Each begins with what a user said; what a system says belongs to none. */
function exchangesIn(history: readonly Message[], userRole: string): Message[][] {
  const exchanges: Message[][] = [];
  for (const message of history) {
    if (/^(?:system|developer)$/i.test(message.role)) continue;
    if (message.role === userRole || exchanges.length === 0) exchanges.push([message]);
    else exchanges.at(-1)!.push(message);
  }
  return exchanges;
}

/** A message costs a few tokens beside its text. */
const tokensOfMessage = ({ content }: Message): number => estimatedTokens(content) + 4;

const tokensOfAttachment = ({ text, path, label, picture }: Attachment): number =>
  estimatedTokens(text) + estimatedTokens(path ?? label) + (picture ? pictureTokens : 0) + 10;

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
