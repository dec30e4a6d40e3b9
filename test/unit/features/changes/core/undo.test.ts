import assert from "node:assert/strict";
import fc from "fast-check";
import { byFile, textBefore } from "../../../../../src/features/changes/core/undo";

const at = (uri: string, time: number) => ({ uri, time });
const change = (before: string, after: string) => ({ before, after });

describe("what undoing changes makes of a file", () => {
  it("J12 is the text before the first of them", () => {
    assert.equal(textBefore([change("a", "b")], "b"), "a");
    assert.equal(textBefore([change("a", "b"), change("b", "c")], "c"), "a");
    assert.equal(textBefore([change("a", "b"), change("b", "a")], "a"), "a");
  });

  it("J12 is nothing where the file was also changed otherwise, between them or since", () => {
    assert.equal(textBefore([change("a", "b")], "b and more"), undefined);
    assert.equal(textBefore([change("a", "b"), change("b and more", "c")], "c"), undefined);
  });

  it("J12 passes over what the user has undone already", () => {
    assert.equal(textBefore([change("a", "b")], "a"), "a");
    assert.equal(textBefore([change("a", "b"), change("b", "c")], "b"), "a");
    assert.equal(textBefore([change("a", "b"), change("a", "c")], "c"), "a");
  });

  it("J12 leads back to the beginning from every step of any edits", () => {
    const texts = fc.array(fc.string(), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(texts, ([first = "", ...others]) => {
        const changes: { before: string; after: string }[] = [];
        let before = first;
        for (const after of others) {
          changes.push(change(before, after));
          before = after;
          assert.equal(textBefore(changes, after), first);
        }
      }),
    );
  });

  it("takes those of one file together, in the order in which files were first changed", () => {
    const [first, second, third] = [at("b", 1), at("a", 2), at("b", 3)];
    assert.deepEqual(byFile([first, second, third]), [[first, third], [second]]);
  });
});
