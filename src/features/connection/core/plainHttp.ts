import { isPlainHttp } from "../../../contract/webAddress";
import { t } from "../../../kit/l10n";
import { orStorageError } from "../../../platform/core/localError";
import type { SharedStore, Permission } from "../../../platform/core/ports";
import type { PolicySource } from "../../../policy/policy";

const storedName = "plainHttpAllowed";

/** Which origins of the local network may be asked over plain http: those that the user agreed to. */
export class PlainHttp {
  readonly #store: SharedStore;
  readonly #policy: PolicySource;

  constructor(store: SharedStore, policy: PolicySource) {
    this.#store = store;
    this.#policy = policy;
  }

  /** Whether the user has to be asked before anything is sent to this origin. */
  isAskedFor(origin: string): boolean {
    return isPlainHttp(origin) && !this.#allowed.includes(origin);
  }

  /** Why the organisation does not allow this origin. */
  policyRefusal(origin: string): string | undefined {
    return isPlainHttp(origin) ? this.#policy.current.plainHttpRefusal : undefined;
  }

  /** Why nothing may be sent to this origin; encrypted ones and this computer are always allowed. */
  refusal(origin: string): string | undefined {
    const refusal = this.policyRefusal(origin);
    if (refusal !== undefined || !this.isAskedFor(origin)) return refusal;
    return t(
      "Plain http to {0} is not allowed yet. Enter its address again, or choose its model again, to decide.",
      origin,
    );
  }

  allow(origin: string): Promise<void> {
    return this.#save((origins) => [...new Set([...origins, origin])]);
  }

  get permissions(): readonly Permission[] {
    const isLocked = this.#policy.current.plainHttpRefusal !== undefined;
    return this.#allowed.map((origin) => ({
      label: origin,
      description: t("plain http, which is not encrypted"),
      isLocked,
      revoke: () => this.#save((origins) => origins.filter((one) => one !== origin)),
    }));
  }

  get #allowed(): readonly string[] {
    return originsIn(this.#store.get(storedName));
  }

  #save(change: (origins: readonly string[]) => readonly string[]): Promise<void> {
    return orStorageError(t("The choice could not be saved"), () =>
      this.#store.update(storedName, (stored) => change(originsIn(stored))),
    );
  }
}

function originsIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((origin) => typeof origin === "string") : [];
}
