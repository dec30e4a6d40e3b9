import type { Id } from "./messages";

/** The requests in progress, so that a client can cancel one of its own. */
export class Calls {
  readonly #running = new Map<string, Set<AbortController>>();

  begin(session: string, id: Id): { signal: AbortSignal; end(): void } {
    const key = callKey(session, id);
    const own = new AbortController();
    const same = this.#running.get(key) ?? new Set();
    this.#running.set(key, same.add(own));
    return {
      signal: own.signal,
      end: () => {
        same.delete(own);
        if (same.size === 0) this.#running.delete(key);
      },
    };
  }

  /** Two requests under one id are nobody's in particular, and go on. */
  cancel(session: string, id: Id): void {
    const [first, second] = this.#running.get(callKey(session, id)) ?? [];
    if (!second) first?.abort();
  }

  cancelAll(): void {
    for (const same of this.#running.values()) for (const one of same) one.abort();
  }
}

const callKey = (session: string, id: Id): string => JSON.stringify([session, id]);

/** Sessions whose client is remembered; those of older ones go on without a name. */
const maxSessions = 200;

/**
 * The names of clients by the session that `initialize` gave them. Nothing else depends on a
 * session, so that one from before a restart goes on.
 */
export class Sessions {
  readonly #names = new Map<string, string>();

  name(session: string, name: string | undefined): void {
    if (name === undefined) return;
    this.#names.set(session, name);
    const [oldest = ""] = this.#names.keys();
    if (this.#names.size > maxSessions) this.#names.delete(oldest);
  }

  nameOf(session: string): string | undefined {
    return this.#names.get(session);
  }
}
