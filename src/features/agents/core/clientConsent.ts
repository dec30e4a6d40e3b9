import { type Consent, hasConsent } from "../../asking/core/confirmation";
import { Limiter } from "../../../kit/limiter";

interface ConsentQuestion {
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
    return this.#oneAtATime.run(async () => !signal.aborted && hasConsent(this.#always, key, ask));
  }

  forget(): void {
    this.#always.clear();
  }
}
