import type { Account } from "../../connection/core/account";
import type { Connection } from "../../connection/core/connection";

/** One question in progress. */
interface BalanceReading {
  readonly hubScope: string | undefined;
  /** The balance before. */
  readonly tokens: number | undefined;
  /** No other question was in progress at the same time. */
  isExclusive: boolean;
}

/** What questions cost, calculated from the balance before and after. */
export class TokenCost {
  readonly #account: Pick<Account, "known" | "current">;
  readonly #connection: Pick<Connection, "hub">;
  readonly #running = new Set<BalanceReading>();
  #refreshing = new AbortController();
  /** Something may have been charged since the balance was requested. */
  #uncertain = false;

  constructor(account: Pick<Account, "known" | "current">, connection: Pick<Connection, "hub">) {
    this.#account = account;
    this.#connection = connection;
  }

  begin(): BalanceReading {
    const reading = {
      hubScope: this.#connection.hub?.scope,
      tokens: this.#uncertain ? undefined : this.#account.known?.user_metadata?.tokens,
      isExclusive: this.#running.size === 0,
    };
    for (const other of this.#running) other.isExclusive = false;
    this.#running.add(reading);
    return reading;
  }

  /** The cost of an answered question, if both balances are known. Never rejects. */
  async end(
    reading: BalanceReading,
    { answered }: { answered: boolean },
  ): Promise<number | undefined> {
    try {
      if (!answered) this.#uncertain = true;
      if (!answered || this.#connection.hub?.scope !== reading.hubScope) return undefined;
      const { user_metadata: now } = await this.#account.current(this.#refreshing.signal, {
        by: "chat",
      });
      this.#uncertain = false;
      const { tokens: before, isExclusive } = reading;
      if (!isExclusive || before === undefined || now?.tokens === undefined) return undefined;
      return before > now.tokens ? before - now.tokens : undefined;
    } catch {
      this.#uncertain = true;
      return undefined;
    } finally {
      this.#running.delete(reading);
    }
  }

  /** Aborts pending balance requests. */
  stop(): void {
    this.#refreshing.abort();
    this.#refreshing = new AbortController();
  }
}
