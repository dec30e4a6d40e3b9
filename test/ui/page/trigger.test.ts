import assert from "node:assert/strict";
import { triggeredWordAt } from "../../../src/features/chat/page/composer/trigger";

const typedAt = (text: string): string | undefined => {
  const word = triggeredWordAt(text, text.length);
  return word && `${word.from} ${word.trigger}${word.typed}`;
};

describe("the word that is completed", () => {
  it("begins with a trigger character at the beginning of a word", () => {
    assert.equal(typedAt("#"), "0 #");
    assert.equal(typedAt("Look at #src/cart.ts"), "8 #src/cart.ts");
    assert.equal(typedAt("one\n@Rev"), "4 @Rev");
    assert.equal(typedAt("a\t#b"), "2 #b");
    assert.equal(typedAt("#größe"), "0 #größe");
  });

  it("begins with a slash only where a line does", () => {
    assert.equal(typedAt("/exp"), "0 /exp");
    assert.equal(typedAt("Why?\n  /exp"), "7 /exp");
    assert.equal(typedAt("see /etc"), undefined);
    assert.equal(typedAt("one\ntwo /etc"), undefined);
  });

  it("is none in the middle of a word, after its end, or in plain text", () => {
    for (const text of ["", " ", "mail@host", "a/b", "C#", "# heading", "#a b", "word", "a b"])
      assert.equal(typedAt(text), undefined, text);
  });

  it("ends at the cursor, and not far from its beginning", () => {
    assert.deepEqual(triggeredWordAt("#cart and more", 3), { trigger: "#", from: 0, typed: "ca" });
    assert.equal(triggeredWordAt("#cart", 0), undefined);
    assert.equal(typedAt(`#${"x".repeat(199)}`)?.length, 202);
    assert.equal(typedAt(`#${"x".repeat(300)}`), undefined);
    const long = `${"x".repeat(1_000_000)}#`;
    const began = performance.now();
    assert.equal(typedAt(long), undefined);
    assert.ok(performance.now() - began < 2000);
  });
});
