import assert from "node:assert/strict";
import { plainText } from "../../../../src/platform/editor/plainText";

describe("text of the hub on VS Code's own surfaces", () => {
  it("M18 has no live link, no icon, one line", () => {
    const text = plainText(
      "[Fix](command:workbench.action.terminal.new) $(sync~spin)\n2026 [info] forged",
    );
    assert.equal(
      text,
      "[Fix] (command:workbench.action.terminal.new) $ (sync~spin) 2026 [info] forged",
    );
  });

  it("W11 shows control and bidi characters as escapes", () => {
    assert.equal(plainText("a\u202Eb\u001B[31mc"), "a\\u{202e}b\\u{1b}[31mc");
  });

  it("keeps an emoji of several characters, and shows a joiner anywhere else", () => {
    for (const emoji of ["👩‍💻", "👩🏽‍💻", "🏳️‍🌈", "❤️‍🔥"])
      assert.equal(plainText(`a ${emoji} b`), `a ${emoji} b`);
    assert.equal(plainText("a\u200Db 👩\u200D \u200D💻"), "a\\u{200d}b 👩\\u{200d} \\u{200d}💻");
    assert.equal(plainText(`${"x".repeat(118)}👩‍💻 and more`), `${"x".repeat(118)}…`);
  });

  it("is cut where it is too long", () => {
    assert.equal(plainText("x".repeat(1_000_000)).length, 120);
    assert.equal(plainText("x".repeat(120)), "x".repeat(120));
  });
});
