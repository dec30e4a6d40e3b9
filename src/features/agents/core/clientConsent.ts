import { report } from "../../../kit/unexpectedErrors";
import { Limiter } from "../../../kit/limiter";

export type Consent = "once" | "always" | "no";

/** A consent that the user need not give again. */
export interface LastingConsent {
  isGiven(): boolean;
  give(): Promise<void>;
}

interface ConsentQuestion {
  /** `undefined` for what is asked each time. */
  readonly lasting: LastingConsent | undefined;
  readonly signal: AbortSignal;
  ask(): Promise<Consent>;
}

/** Whether the user lets other programs ask. Asks one thing at a time. */
export class ClientConsent {
  readonly #oneAtATime = new Limiter(1);

  /** Whether it may be sent; asks unless the user wanted no further question. */
  allows({ lasting, signal, ask }: ConsentQuestion): Promise<boolean> {
    return this.#oneAtATime.run(async () => {
      if (signal.aborted) return false;
      if (lasting?.isGiven()) return true;
      const answer = await ask();
      // If it cannot be kept, the next question is asked about again.
      if (answer === "always") await lasting?.give().catch(report);
      return answer !== "no";
    });
  }
}
