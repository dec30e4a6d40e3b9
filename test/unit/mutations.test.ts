import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { from } from "../../scripts/root";

interface Mutation {
  file: string;
  from: string;
  to: string;
}

describe("the mutations that tests notice", () => {
  it("still apply, each at one place", () => {
    const mutations = JSON.parse(readFileSync(from("test/mutations.json"), "utf8")) as Mutation[];
    const stale = mutations.filter(({ file, from: text, to }) => {
      const code = existsSync(from(file)) ? readFileSync(from(file), "utf8") : "";
      return code.split(text).length !== 2 || text === to;
    });
    assert.ok(mutations.length > 0 && mutations.length <= 80, "the rest is for Stryker");
    assert.deepEqual(stale, []);
  });
});
