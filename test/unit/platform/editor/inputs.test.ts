import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { commandIds, hiddenCommandIds } from "../../../../src/platform/editor/manifest";
import { commandInputs } from "../../../support/commandInputs";
import { from } from "../../../../scripts/root";

describe("the inputs of VS Code", () => {
  it("are known of every command, which the test of their focus tries", () => {
    assert.deepEqual(
      Object.keys(commandInputs)
        .map((name) => `expertHub.${name}`)
        .toSorted(),
      [...commandIds, ...hiddenCommandIds].toSorted(),
    );
  });

  it("are all opened where it is known that they have the focus", () => {
    const opened: string[] = [];
    for (const name of readdirSync(from("src"), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || name.endsWith("platform/editor/inputs.ts")) continue;
      const text = readFileSync(from("src", name), "utf8");
      for (const [found, before = ""] of text.matchAll(
        /(inputs\.during\(\(\) =>\s*vscode\.)?(?:window\s*\.(?:showQuickPick|showInputBox|createQuickPick|createInputBox|showOpenDialog|showSaveDialog|showWorkspaceFolderPick|show\w+Message\(\s*[^;]{0,200}?modal: true))/g,
      ))
        if (before === "") opened.push(`${name}: ${found}`);
    }
    assert.deepEqual(opened, []);
  });
});
