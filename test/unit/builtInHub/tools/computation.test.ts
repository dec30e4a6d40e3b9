import assert from "node:assert/strict";
import { Computation, Sessions } from "../../../../src/builtInHub/tools/computation";
import type { WireStep } from "../../../../src/builtInHub/tools/step";

const lines = async (session: Map<string, unknown> | undefined, ...asked: string[]) =>
  (await new Computation([], session).evaluate(asked)).map(({ value }) => value);

describe("a computation", () => {
  it("keeps its variables to itself, and the last result for the session", async () => {
    const session = new Map<string, unknown>();
    assert.deepEqual(await lines(session, "x = 3", "x + ans"), ["3", "6"]);
    assert.deepEqual(await lines(session, "ans + 1", "x"), ["7", undefined]);
    assert.deepEqual(await lines(undefined, "ans"), [undefined]);
  });

  it("has 50 lines at most, and is one group of steps", async () => {
    const steps: WireStep[][] = [];
    const computation = new Computation(steps, undefined);
    const many = Array.from({ length: 51 }, (_, at) => `${at}`);
    assert.equal((await computation.evaluate(many)).length, 50);
    assert.equal(computation.integers(many).length, 50);
    assert.deepEqual(
      steps.map((group) => group.length),
      [50, 50],
    );
    await computation.evaluate([]);
    assert.equal(steps.length, 2);
  });

  it("of the 200 sessions that were used last is remembered", () => {
    const sessions = new Sessions();
    for (let at = 0; at < 200; at++) sessions.of(`${at}`).set("ans", at);
    sessions.of("0");
    sessions.of("200");
    assert.equal(sessions.of("0").get("ans"), 0);
    assert.equal(sessions.of("2").get("ans"), 2);
    assert.equal(sessions.of("1").get("ans"), undefined);
  });
});
