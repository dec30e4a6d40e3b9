import assert from "node:assert/strict";
import { type Command, Commands } from "../../../../src/platform/editor/commands";
import { asHubError, explain } from "../../../../src/platform/core/explain";
import type { Notify } from "../../../../src/platform/editor/notify";
import { HubError } from "../../../../src/contract/errors";

function fixture() {
  const runs: unknown[][] = [];
  const done: string[] = [];
  const failures: { error: unknown; retry: () => unknown }[] = [];
  let error: unknown;
  const command: Command = {
    id: "expertHub.ask",
    rejects: (args?: unknown) => args === "for a caller",
    run: async (...args: unknown[]) => {
      runs.push(args);
      if (error !== undefined) throw error;
      return "result";
    },
  };
  const other: Command = { id: "expertHub.showLog", run: () => runs.push(["other"]) };
  const notify = {
    failure: (given: unknown, { retry }: { retry: () => unknown }) =>
      failures.push({ error: given, retry }),
    begin: () => done.push("begin"),
    explain: (given: unknown) => explain(asHubError(given)),
  } as unknown as Notify;
  const commands = new Commands([command, other], notify);
  return { commands, runs, done, failures, fail: (given: unknown) => (error = given) };
}

describe("the commands", () => {
  it("are run with what they are given, and give back their result", async () => {
    const { commands, runs, failures } = fixture();
    assert.equal(await commands.run("expertHub.ask", [1, "two"]), "result");
    await commands.run("expertHub.showLog", []);
    assert.equal(await commands.run("expertHub.connect", []), undefined, "nobody has this one");
    assert.deepEqual([runs, failures], [[[1, "two"], ["other"]], []]);
  });

  it("tell of a failure once, and are run again with the same arguments", async () => {
    const { commands, runs, done, failures, fail } = fixture();
    const error = new HubError("network", "No way through.");
    fail(error);
    assert.equal(await commands.run("expertHub.ask", [1, "two"]), undefined);
    assert.deepEqual(
      failures.map((one) => one.error),
      [error],
    );
    fail(undefined);
    assert.equal(await failures[0]?.retry(), "result");
    assert.deepEqual(done, ["begin", "begin"]);
    assert.deepEqual(runs, [
      [1, "two"],
      [1, "two"],
    ]);
    assert.equal(failures.length, 1);
  });

  it("reject where a caller waits for the result, with the sentence and nothing else", async () => {
    const { commands, failures, fail } = fixture();
    fail(new HubError("network", "No way through.", { hubMessage: "secret", mayHaveRun: true }));
    const failing = () => commands.run("expertHub.ask", ["for a caller"]);
    await assert.rejects(failing, (error: Error) => {
      assert.match(error.message, /^No way through\. The hub may already have processed/);
      return !(error instanceof HubError) && Object.keys(error).length === 0;
    });
    fail(new TypeError("deep"));
    await assert.rejects(failing, { message: "Something went wrong in Expert Hub." });
    assert.deepEqual(failures, []);
  });

  it("reject with the hub's words where a model is missing", async () => {
    const { commands, fail } = fixture();
    const hubMessage = "This question needs a language model, and none is chosen.";
    const details = { status: 501, hubMessage, about: "model", mayHaveRun: true } as const;
    fail(new HubError("server", "It failed.", details));
    await assert.rejects(() => commands.run("expertHub.ask", ["for a caller"]), {
      message: `The hub says: ${hubMessage}`,
    });
  });
});
