import { orCancelled } from "../../../client/deadline";
import { HubError } from "../../../contract/errors";
import type { Expert } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import type { Connection } from "../../connection/core/connection";
import { asHubError } from "../../../platform/core/explain";
import { Limiter } from "../../../kit/limiter";

const maxReadsAtOnce = 6;

export type Read = { readonly expert: Expert } | { readonly error: HubError };

interface SharedRead {
  readonly result: Promise<Read>;
  /** Cancels the read when its last caller gives up. */
  readonly abort: AbortController;
  callers: number;
}

/** Reads experts from the hub in use: six at once, and each only once for all concurrent callers. */
export class ExpertReader {
  readonly #connection: Connection;
  readonly #inFlight = new Limiter(maxReadsAtOnce);
  readonly #pending = new Map<string, SharedRead>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Never rejects; `cancelled` also if the hub in use has changed in the meantime. */
  async expert(id: number, signal?: AbortSignal): Promise<Read> {
    const scope = this.#scope;
    const name = `${scope}#${id}`;
    const shared = this.#pending.get(name) ?? this.#start(id, scope);
    this.#pending.set(name, shared);
    shared.callers++;
    try {
      const read = await orCancelled(shared.result, signal);
      return this.#scope === scope ? read : { error: cancelled() };
    } catch {
      return { error: cancelled() };
    } finally {
      shared.callers--;
      if (shared.callers === 0) {
        shared.abort.abort();
        this.#pending.delete(name);
      }
    }
  }

  #start(id: number, scope: string): SharedRead {
    const abort = new AbortController();
    const result = this.#inFlight.run(() => this.#read(id, scope, abort.signal));
    return { result, abort, callers: 0 };
  }

  async #read(id: number, scope: string, signal: AbortSignal): Promise<Read> {
    try {
      // It may have waited for its turn.
      this.#connection.reload();
      if (this.#scope !== scope) throw cancelled();
      const client = await this.#connection.client();
      return { expert: await client.getExpert(id, signal) };
    } catch (error) {
      return { error: asHubError(error) };
    }
  }

  get #scope(): string {
    return this.#connection.hub?.scope ?? "";
  }
}

function cancelled(): HubError {
  return new HubError("cancelled", t("Reading the expert was cancelled."));
}
