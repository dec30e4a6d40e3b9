import { HubError } from "../../hub/errors";
import type { Expert } from "../../hub/types";
import type { Connection } from "../connection/connection";
import { asHubError } from "../explain";
import { Limiter } from "../../kit/limiter";

const atOnce = 6;

export type Read = { readonly expert: Expert } | { readonly error: HubError };

/** Reads experts from the hub in use: six at once, and each only once for all concurrent callers. */
export class ExpertReader {
  readonly #connection: Connection;
  readonly #inFlight = new Limiter(atOnce);
  readonly #pending = new Map<string, Promise<Read>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Never rejects; `cancelled` also if the hub in use has changed in the meantime. */
  async expert(id: number, signal?: AbortSignal): Promise<Read> {
    const scope = this.#scope;
    const name = `${scope}#${id}`;
    const pending =
      this.#pending.get(name) ?? this.#inFlight.run(() => this.#read(id, scope, signal));
    this.#pending.set(name, pending);
    try {
      return await pending;
    } finally {
      if (this.#pending.get(name) === pending) this.#pending.delete(name);
    }
  }

  async #read(id: number, scope: string, signal?: AbortSignal): Promise<Read> {
    try {
      if (signal?.aborted || this.#scope !== scope) throw cancelled();
      const client = await this.#connection.client();
      const expert = await client.getExpert(id, signal);
      if (this.#scope !== scope) throw cancelled();
      return { expert };
    } catch (error) {
      return { error: this.#scope === scope ? asHubError(error) : cancelled() };
    }
  }

  get #scope(): string {
    return this.#connection.hub?.scope ?? "";
  }
}

function cancelled(): HubError {
  return new HubError("cancelled", "Reading the expert was cancelled.");
}
