import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";

describe("the extension host", () => {
  it("is a real one of a version that the manifest allows", () => {
    const [major = 0, minor = 0] = vscode.version.split(".").map(Number);
    assert.ok(major > 1 || minor >= 125, vscode.version);
  });

  it("has the extension from this checkout", () => {
    const extension = vscode.extensions.getExtension("expert-hub.expert-hub");
    assert.equal(extension?.extensionPath, path.resolve(__dirname, "../../.."));
  });
});
