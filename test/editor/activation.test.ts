import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, hiddenCommandIds } from "../../src/platform/editor/manifest";
import { extension } from "./support/hub";

const dispatchers = ["undici.globalDispatcher.1", "undici.globalDispatcher.2"].map((name) =>
  Symbol.for(name),
);
const slot = (symbol: symbol): unknown => (globalThis as Record<symbol, unknown>)[symbol];

describe("activation", () => {
  it("O9 leaves the host's own fetch as it was", async () => {
    const before = dispatchers.map(slot);
    await extension().activate();
    assert.deepEqual(dispatchers.map(slot), before);
  });

  it("Y1 runs in the oldest VS Code that the manifest allows, or in a later one", () => {
    const { engines } = extension().packageJSON as { engines: { vscode: string } };
    const [least, running] = [engines.vscode, vscode.version].map((version) =>
      Number(/^\^?1\.(\d+)\./.exec(version)?.[1]),
    ) as [number, number];
    if (process.env["EXPERT_HUB_VSCODE"] === "oldest") assert.equal(running, least);
    else assert.ok(running > least, `${running} is not later than ${least}`);
  });

  it("registers every command, those without an entry included", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      [...commandIds, ...hiddenCommandIds].filter((id) => !registered.has(id)),
      [],
    );
  });

  it("loads neither the HTTP library nor the built-in hub", () => {
    const loaded = Object.keys(require.cache).filter((file) =>
      file.startsWith(extension().extensionPath),
    );
    assert.deepEqual(
      loaded.filter((file) => /undici|builtInHub/.test(file)),
      [],
    );
  });
});
