import assert from "node:assert/strict";
import {
  TookTooLong,
  withOwnTimeLimit,
  withTimeLimit,
} from "../../../../src/builtInHub/tools/timeLimit";

/** Pauses for this many milliseconds, so that other threads can run. */
const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

describe("work that is ended in time", () => {
  it("is stopped, even a runaway regular expression", () => {
    assert.throws(
      () => withTimeLimit(50, () => /^(a+)+$/.test(`${"a".repeat(40)}b`)),
      /longer than 50 ms/,
    );
    assert.equal(
      withOwnTimeLimit(50, () => 7),
      7,
    );
  });

  it("is tried again where the machine was busy with something else", () => {
    let tries = 0;
    const value = withOwnTimeLimit(60, () => {
      if (++tries === 1) sleep(300);
      return tries;
    });
    assert.ok(value > 1 && value === tries, `${value} of ${tries}`);
  });

  it("is given up where it is never done, however little of it ran", () => {
    let tries = 0;
    assert.throws(
      () =>
        withOwnTimeLimit(60, () => {
          tries++;
          sleep(300);
        }),
      TookTooLong,
    );
    assert.equal(tries, 3);
  });
});
