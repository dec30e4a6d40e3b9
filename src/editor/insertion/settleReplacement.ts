import type { Review } from "./review";
import type { CommandId } from "../workbench/manifest";
import type { Command } from "../workbench/command";

/** The yes or no to a replacement that is shown as a diff. */
abstract class SettleReplacement implements Command {
  abstract readonly id: CommandId;
  protected abstract readonly replace: boolean;
  readonly #review: Review;

  constructor(review: Review) {
    this.#review = review;
  }

  run(): void {
    this.#review.settle(this.replace);
  }
}

export class ApplyReplacement extends SettleReplacement {
  readonly id = "expertHub.applyReplacement";
  protected readonly replace = true;
}

export class DiscardReplacement extends SettleReplacement {
  readonly id = "expertHub.discardReplacement";
  protected readonly replace = false;
}
