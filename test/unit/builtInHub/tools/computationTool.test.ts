import assert from "node:assert/strict";
import { Computation } from "../../../../src/builtInHub/tools/computation";
import { computationTool } from "../../../../src/builtInHub/tools/computationTool";
import type { WireStep } from "../../../../src/builtInHub/tools/step";
import { call } from "./callTool";

const tool = () => computationTool(new Computation([], undefined));

describe("the computation engine for a model", () => {
  it("computes each expression, with the variables of earlier ones", async () => {
    assert.equal(
      await call(tool(), { expressions: ["x = 6", "x * 7", "72 degF to degC", "2 ** 100 + 1"] }),
      "x = 6 = 6\nx * 7 = 42\n72 degF to degC = 22.2222222222222 °C\n2 ** 100 + 1 = 1267650600228229401496703205377",
    );
  });

  it("takes the arguments that models write instead of a list", async () => {
    for (const given of [
      { expressions: "6 * 7" },
      { expression: "6 * 7" },
      { query: " 6 * 7\n\n" },
      "6 * 7",
    ]) {
      assert.equal(await call(tool(), given), "6 * 7 = 42");
    }
  });

  it("says what is wrong with a call", async () => {
    for (const given of [
      undefined,
      null,
      {},
      [],
      7,
      "",
      { expressions: [] },
      { expressions: [" "] },
    ]) {
      assert.match(await call(tool(), given), /nothing to compute/, JSON.stringify(given));
    }
    assert.match(await call(tool(), { expressions: [{ a: 1 }] }), /must be text/);
    assert.match(
      await call(tool(), { expressions: ["1".repeat(2001)] }),
      /2000 characters at most/,
    );
    assert.match(
      await call(tool(), { expressions: ["1 +", "1 / 0", "2"] }),
      /^1 \+: error: .+\n.+\n2 = 2$/,
    );
  });

  it("runs no code and reads nothing", async () => {
    for (const hostile of [
      'import("fs")',
      "process.exit()",
      "f(x) = x",
      'evaluate("1")',
      "[].constructor",
    ]) {
      assert.match(await call(tool(), { expressions: [hostile] }), /: error: /, hostile);
    }
  });

  it("says how many expressions it left out", async () => {
    const answer = await call(tool(), {
      expressions: Array.from({ length: 60 }, (_, at) => `${at}`),
    });
    assert.match(answer, /^49 = 49\n\[10 expressions were left out: 50 at most/m);
    assert.doesNotMatch(answer, /^50 = /m);
  });

  it("keeps its answer small", async () => {
    const expressions = Array.from({ length: 50 }, () => "2 ^ 4090");
    const answer = await call(tool(), { expressions });
    assert.ok(answer.length < 17_000, `${answer.length} characters`);
    assert.match(answer, /results are too long to be shown/);
  });

  it("stops a computation when its signal is aborted", async () => {
    const reason = new Error("stopped");
    await assert.rejects(call(tool(), { expressions: ["1"] }, AbortSignal.abort(reason)), reason);
  });

  it("answers without details when something unexpected happens", async () => {
    const broken = computationTool({
      evaluate: () => {
        throw new Error("at /home/me/secret");
      },
    });
    assert.equal(
      await call(broken, { expressions: ["1"] }),
      "Error: computation_engine failed for an unexpected reason.",
    );
  });

  it("is what the service calls computation_engine", () => {
    const steps: WireStep[][] = [];
    const { name, parameters } = computationTool(new Computation(steps, undefined));
    assert.equal(name, "computation_engine");
    assert.equal((parameters as { type: string }).type, "object");
    assert.deepEqual(steps, []);
  });
});
