import assert from "node:assert/strict";
import { isReviewable, namedFile } from "../../../src/kit/namedFile";

/** As `path:first-last`. */
function named(info: string, before = ""): string | undefined {
  const { path, lines } = namedFile(info, before) ?? {};
  return lines ? `${path}:${lines.first}-${lines.last}` : path;
}

describe("the file that a code block names", () => {
  it("reads the file that a code block names from its info string", () => {
    for (const info of [
      "ts src/cart.ts",
      'ts title="src/cart.ts"',
      "ts {title='src/cart.ts'}",
      "ts filename=src/cart.ts",
      "ts:src/cart.ts",
      "src/cart.ts",
      "ts ./src/cart.ts",
      String.raw`ts src\cart.ts`,
    ])
      assert.equal(named(info), "src/cart.ts", info);
    assert.equal(named("docker Dockerfile"), "Dockerfile");
    assert.equal(named("tsx app/(shop)/[id]/page.tsx"), "app/(shop)/[id]/page.tsx");
  });

  it("is in the last line before it, in backticks, in bold or alone", () => {
    for (const before of [
      "`src/cart.ts`",
      "**src/cart.ts**",
      "**`src/cart.ts`**:",
      "Some words.\nIn `src/cart.ts`, return a cleanup:",
      "src/cart.ts:",
      "File: src/cart.ts",
    ])
      assert.equal(named("ts", before), "src/cart.ts", before);
    assert.equal(named("ts json.ts", "`other.ts`"), "json.ts", "the info string comes first");
  });

  it("has lines where the answer gives them", () => {
    assert.equal(named("ts src/cart.ts#L10-L20"), "src/cart.ts:10-20");
    assert.equal(named("ts src/cart.ts:10"), "src/cart.ts:10-10");
    assert.equal(named("10:20:src/cart.ts"), "src/cart.ts:10-20");
    assert.equal(named("ts", "`src/cart.ts:10–20`"), "src/cart.ts:10-20");
    assert.equal(named("ts", "In `src/cart.ts` (lines 10 to 20):"), "src/cart.ts:10-20");
  });

  it("is none where the words are no file, or name several", () => {
    for (const [info, before] of [
      ["ts", ""],
      ["ts {1,3-5}", ""],
      ["c++", ""],
      ["ts v1.2", "Use version `1.2`:"],
      ["ts", "Call `items.map` with and/or `src/utils`:"],
      ["ts", "Move it from `a.ts` to `b.ts`:"],
      ["ts", "`src/cart.ts` is the file.\n\nThen:"],
      ["ts", "`https://a.example/cart.ts`"],
      ["ts", `\`${"a".repeat(400)}.ts\``],
    ] as const)
      assert.equal(named(info, before), undefined, `${info} ${before}`);
  });

  it("makes an answer reviewable, as a diff does", () => {
    const file = { path: "a.ts" };
    const one = { code: "a", language: "ts" };
    const diff = "--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b";
    assert.equal(isReviewable("", [one]), false);
    assert.equal(isReviewable("", [{ ...one, file }, one]), true);
    assert.equal(isReviewable("", [{ ...one, language: "sh", file }]), false);
    assert.equal(isReviewable("", [{ ...one, file: { ...file, inSentence: true } }]), false);
    const search = "a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE";
    assert.equal(isReviewable(search, []), true);
    assert.equal(isReviewable("", [{ code: search, language: "" }]), true);
    assert.equal(isReviewable("", [{ code: diff, language: "" }]), true);
    assert.equal(isReviewable(diff, []), true);
    assert.equal(isReviewable("", [{ code: "- a\n+ b", language: "diff" }]), false);
    assert.equal(isReviewable("", [{ code: "- a\n+ b", language: "diff", file }]), true);
  });

  it("makes an answer no more reviewable where it says the lines: that is an excerpt", () => {
    const file = { path: "a.ts", lines: { first: 10, last: 20 } };
    const excerpt = { code: "a", language: "ts", file };
    assert.equal(isReviewable("", [excerpt, excerpt]), false);
    assert.equal(isReviewable("", [excerpt, { ...excerpt, file: { path: "b.ts" } }]), true);
  });
});
