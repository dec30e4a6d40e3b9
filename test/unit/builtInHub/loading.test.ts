import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { from } from "../../../scripts/root";

describe("the mathematics of the built-in hub", () => {
  it("are loaded outside of every time limit, which would leave them half loaded", async () => {
    const child = from("out/test/unit/builtInHub/loadingChild.js");
    const { stdout } = await promisify(execFile)(process.execPath, [child]);
    assert.equal(stdout, "1024\n");
  });
});
