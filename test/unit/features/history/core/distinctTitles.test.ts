import assert from "node:assert/strict";
import { distinctTitles } from "../../../../../src/features/history/core/distinctTitles";

const shown = (...titles: string[]): string[] => {
  const distinct = distinctTitles(titles, 40);
  return titles.map((title) => distinct.get(title) ?? "");
};

describe("titles in a list", () => {
  it("stay as they are where there is room, or where they differ before they are cut", () => {
    const short = "Please explain this function";
    const long = "A sentence that is much too long for the room that there is";
    assert.deepEqual(shown(short, "Please explain this class", long), [
      short,
      "Please explain this class",
      long,
    ]);
  });

  it("leave out the middle where they would be cut before they differ", () => {
    const begun = "Please explain in detail and with examples how to";
    assert.deepEqual(shown(`${begun} sort a list`, `${begun} search a tree`), [
      "Please explain in… sort a list",
      "Please explain in… search a tree",
    ]);
  });

  it("show the word in which they differ from its beginning, and without words the difference", () => {
    const begun = "Please explain in detail and with examples the number";
    assert.deepEqual(shown(`${begun} 1001`, `${begun} 1002`), [
      "Please explain in… 1001",
      "Please explain in… 1002",
    ]);
    const [one, other] = shown(`${"x".repeat(60)}1`, `${"x".repeat(60)}2`);
    assert.match(one ?? "", /^x+… x*1$/);
    assert.match(other ?? "", /^x+… x*2$/);
  });

  it("are told apart from the one that is most like them", () => {
    const begun = "Please explain in detail and with examples how to";
    const [first] = shown(`${begun} sort`, "Please write tests", `${begun} sort a list`);
    assert.equal(first, "Please explain in… sort");
  });

  it("cut no character in half", () => {
    const begun = "\u{1F600}".repeat(30);
    for (const title of shown(`${begun}\u{1F601}`, `${begun}\u{1F602}`))
      assert.ok(title.isWellFormed(), title);
  });
});
