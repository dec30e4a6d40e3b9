import type { Message } from "../../../contract/types";
import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Settings } from "../../../platform/core/ports";
import type { Turn } from "../../conversation/core/turn";

/** A question in VS Code's chat that was answered. */
export interface Exchange {
  readonly prompt: string;
  /** As the chat shows it. */
  readonly answer: string;
  /** Where it is saved. */
  readonly conversationId?: string | undefined;
  readonly turnId?: string | undefined;
}

interface Continuation {
  /** The saved conversation that goes on; a new one begins without it. */
  readonly conversationId?: string;
  /** What the saved conversation lacks, with what it has. */
  readonly earlier?: readonly OutsideMessage[];
}

/**
 * How a chat of VS Code goes on in saved conversations. The user may have taken back or edited
 * questions there, or deleted the conversation here: only what the chat shows counts.
 */
export function continuation(
  exchanges: readonly Exchange[],
  saved: readonly Turn[] | undefined,
): Continuation {
  const conversationId = exchanges.at(-1)?.conversationId;
  const own = exchanges.filter((one) => one.conversationId === conversationId);
  const answered = saved?.filter(({ result }) => result.state === "done") ?? [];
  const goesOn =
    conversationId !== undefined &&
    sameIds(
      own.map(({ turnId }) => turnId),
      answered.map(({ id }) => id),
    );
  const isWhole = goesOn && own.length === exchanges.length;
  return {
    ...(goesOn && { conversationId }),
    ...(!isWhole && exchanges.length > 0 && { earlier: exchanges.flatMap(messagesOf) }),
  };
}

function sameIds(shown: readonly (string | undefined)[], saved: readonly string[]): boolean {
  return shown.length === saved.length && shown.every((id, at) => id === saved[at]);
}

function messagesOf({ prompt, answer }: Exchange): OutsideMessage[] {
  return [
    { from: "user", text: prompt },
    { from: "assistant", text: answer },
  ];
}

/** Conversations that can be continued; the oldest are forgotten. */
const maxContinued = 500;

/**
 * Which saved conversation the messages of an outside conversation continue: whoever asks a language
 * model sends all earlier messages again, but nothing that identifies the conversation.
 */
export class ContinuedConversations {
  readonly #ids = new Map<string, string>();

  /** `whom` separates conversations with the same messages, such as those with different experts. */
  async find(whom: string, earlier: readonly OutsideMessage[]): Promise<string | undefined> {
    return this.#ids.get(await conversationMark(whom, earlier));
  }

  /** The conversation that these messages, the last answer included, were saved in. */
  async remember(whom: string, messages: readonly OutsideMessage[], id: string): Promise<void> {
    const mark = await conversationMark(whom, messages);
    this.#ids.delete(mark);
    this.#ids.set(mark, id);
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > maxContinued && oldest !== undefined) this.#ids.delete(oldest);
  }
}

function conversationMark(whom: string, messages: readonly OutsideMessage[]): Promise<string> {
  return digest(JSON.stringify([whom, messages.map(({ from, text }) => [from, text.trim()])]));
}

/** A short value that stands for a text without disclosing it. */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("base64url");
}

/** A message of a conversation that is not ours, as text. */
export interface OutsideMessage {
  readonly from: "user" | "assistant";
  readonly text: string;
}

/** The messages before the last one, which has to be a question; empty ones say nothing. */
export function questionIn(messages: readonly OutsideMessage[]): {
  input: string;
  earlier: readonly OutsideMessage[];
} {
  const said = messages.filter(({ text }) => text.trim() !== "");
  const last = said.at(-1);
  if (last?.from !== "user")
    throw new HubError("invalid-request", t("The last message has to be a question."));
  return { input: last.text, earlier: said.slice(0, -1) };
}

/** The messages as a hub gets them. */
export function asHistory(
  messages: readonly OutsideMessage[],
  { roles }: Pick<Settings, "roles">,
): Message[] {
  return messages.map(({ from, text }) => ({ role: roles[from], content: text }));
}
