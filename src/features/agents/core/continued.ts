import type { OutsideMessage } from "./outsideMessages";

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
    if (earlier.length === 0) return undefined;
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
