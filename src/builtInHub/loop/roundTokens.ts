import type { ModelAnswer } from "../../contract/chatModel";
import type { Tokens } from "../../contract/progress";
import { sumOfUsage, type Usage } from "../../contract/usage";

/** The token usage of the rounds of one answer; exact and estimated numbers are never added up. */
export class RoundTokens {
  readonly #exact: Usage[] = [];
  readonly #approximate: number[] = [];
  #isUnknown = false;

  add({ usage, approximateTokens }: Pick<ModelAnswer, "usage" | "approximateTokens">): void {
    if (usage) this.#exact.push(usage);
    else if (approximateTokens !== undefined) this.#approximate.push(approximateTokens);
    else this.#isUnknown = true;
  }

  /** `undefined` unless something is known of every round. */
  get sum(): Tokens | undefined {
    if (this.#isUnknown) return undefined;
    const usage = sumOfUsage(this.#exact);
    const about = this.#approximate;
    return {
      ...(usage && { usage }),
      ...(about.length > 0 && { approximateTokens: about.reduce((sum, one) => sum + one, 0) }),
    };
  }
}
