import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extension } from "./support/hub";

const loaded = (): string[] =>
  Object.keys(require.cache).filter((file) => file.startsWith(extension().extensionPath));

/** Milliseconds of a slow round trip to the workbench, out of several. */
async function wayAndBack(): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 20; time++) {
    const started = performance.now();
    await vscode.commands.executeCommand("setContext", "expertHub.test", time);
    times.push(performance.now() - started);
  }
  return times.toSorted((one, other) => one - other)[16] ?? Number.NaN;
}

/** Runs before all other suites: only the first activation of a window counts. */
describe("the extension before it is used", () => {
  it("L6 is activated in no time, and loads neither its features nor the HTTP library", async () => {
    assert.equal(extension().isActive, false);
    const before = await wayAndBack();
    const started = performance.now();
    await extension().activate();
    const took = performance.now() - started;
    // VS Code itself needs several round trips; on a busy machine each of them takes longer.
    const most = Math.max(100, 30 * Math.max(before, await wayAndBack()));
    assert.ok(took < most, `it took ${took} ms, where ${most} are fair`);
    assert.deepEqual(
      loaded().filter((file) => /(?:undici|features|core|builtInHub)[^/]*$/i.test(file)),
      [],
    );
  });
});
