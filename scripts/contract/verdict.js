// How a check says that a promise does not hold, or cannot be judged.

export class Failed extends Error {
  /** `problems` are sentences, or places with what is wrong there. */
  constructor(problems) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

export class NotApplicable extends Error {}
