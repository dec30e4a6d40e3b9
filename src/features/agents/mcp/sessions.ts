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
