import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { from } from "../../../scripts/root.js";

describe("the mathematics of the built-in hub", () => {
  it("are loaded outside of every time limit, which would leave them half loaded", () => {
    const child = from("out/test/unit/builtInHub/loadingChild.js");
    const printed = execFileSync(process.execPath, [child], { encoding: "utf8", timeout: 9000 });
    assert.equal(printed, "1024\n");
  });
});
