import assert from "node:assert/strict";
import { extension } from "./hub";

const loaded = (): string[] =>
  Object.keys(require.cache).filter((file) => file.startsWith(extension().extensionPath));

/** Runs before all others: only the first activation of a window counts. */
describe("the extension before it is used", () => {
  it("L6 is activated in no time, and loads neither its features nor the HTTP library", async () => {
    assert.equal(extension().isActive, false);
    const started = performance.now();
    await extension().activate();
    const took = performance.now() - started;
    assert.ok(took < 300, `it took ${took} ms`);
    assert.deepEqual(
      loaded().filter((file) => /undici|features|localHub/i.test(file)),
      [],
    );
  });
});
