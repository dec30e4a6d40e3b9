import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";

describe("the extension host", () => {
  it("has the extension from this checkout", () => {
    const extension = vscode.extensions.getExtension("expert-hub.expert-hub");
    assert.equal(extension?.extensionPath, path.resolve(__dirname, "../../.."));
  });
});
