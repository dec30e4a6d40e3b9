import type { Message } from "../../contract/types";

const maxRememberedSessions = 200;
const maxMessages = 20;
const maxMemoryCharacters = 200_000;

/** What was said in each session, for requests that name a session and bring no history. */
export class SessionMemory {
  readonly #sessions = new Map<string, readonly Message[]>();

  /** The newest messages of a session, oldest first. */
  of(id: string | undefined): readonly Message[] {
    return (id === undefined ? undefined : this.#sessions.get(id)) ?? [];
  }

  /** The oldest messages and sessions are forgotten first. */
  keep(id: string | undefined, messages: readonly Message[]): void {
    if (id === undefined) return;
    let kept = messages.slice(-maxMessages);
    while (kept.reduce((sum, { content }) => sum + content.length, 0) > maxMemoryCharacters)
      kept = kept.slice(1);
    this.#sessions.delete(id);
    this.#sessions.set(id, kept);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= maxRememberedSessions) return;
      this.#sessions.delete(oldest);
    }
  }
}
