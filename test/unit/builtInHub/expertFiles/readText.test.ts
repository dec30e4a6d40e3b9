import assert from "node:assert/strict";
import { readText } from "../../../../src/builtInHub/expertFiles/readText";

describe("the text of a file of an expert", () => {
  // The system says of these that they are empty, as of a file that grows while it is read.
  if (process.platform === "linux")
    it("is refused where more is read than the system said there is", async () => {
      const read = await readText("/proc/self/status", undefined, 100);
      assert.ok(read && read !== "unchanged");
      assert.deepEqual(Object.keys(read.content), ["problem"]);
    });
});
