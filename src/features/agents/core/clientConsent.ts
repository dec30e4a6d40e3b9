import { Limiter } from "../../../kit/limiter";

export type Consent = "once" | "always" | "no";

export interface ConsentQuestion {
  /** What "always" is about; `undefined` for what is asked each time. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  ask(): Promise<Consent>;
}

/** What the user allowed other programs until the editor closes. Asks one thing at a time. */
export class ClientConsent {
  readonly #always = new Set<string>();
  readonly #oneAtATime = new Limiter(1);

  /** Whether it may be sent; asks unless the user wanted no further question. */
  allows({ key, signal, ask }: ConsentQuestion): Promise<boolean> {
    return this.#oneAtATime.run(async () => {
      if (signal.aborted) return false;
      if (key !== undefined && this.#always.has(key)) return true;
      const answer = await ask();
      if (answer === "always" && key !== undefined) this.#always.add(key);
      return answer !== "no";
    });
  }

  forget(): void {
    this.#always.clear();
  }
}
