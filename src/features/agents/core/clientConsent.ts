import type { Permission } from "../../../platform/core/permission";
import { t } from "../../../kit/l10n";
import { Limiter } from "../../../kit/limiter";

export type Consent = "once" | "always" | "no";

interface ConsentQuestion {
  /** What "always" is about; `undefined` for what is asked each time. */
  readonly key: string | undefined;
  /** The same in words. */
  readonly name: string;
  readonly signal: AbortSignal;
  ask(): Promise<Consent>;
}

/** What the user allowed other programs until the editor closes. Asks one thing at a time. */
export class ClientConsent {
  /** Names by their key. */
  readonly #always = new Map<string, string>();
  readonly #oneAtATime = new Limiter(1);

  /** Whether it may be sent; asks unless the user wanted no further question. */
  allows({ key, name, signal, ask }: ConsentQuestion): Promise<boolean> {
    return this.#oneAtATime.run(async () => {
      if (signal.aborted) return false;
      if (key !== undefined && this.#always.has(key)) return true;
      const answer = await ask();
      if (answer === "always" && key !== undefined) this.#always.set(key, name);
      return answer !== "no";
    });
  }

  get permissions(): readonly Permission[] {
    return [...this.#always].map(([key, label]) => ({
      label,
      description: t("questions of other programs, until VS Code closes"),
      revoke: () => this.#always.delete(key),
    }));
  }

  forget(): void {
    this.#always.clear();
  }
}
