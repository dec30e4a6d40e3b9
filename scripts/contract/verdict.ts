// How a check says that a promise does not hold, or cannot be judged.

export class Failed extends Error {
  /** Sentences, or places with what is wrong there. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

export class NotApplicable extends Error {}
