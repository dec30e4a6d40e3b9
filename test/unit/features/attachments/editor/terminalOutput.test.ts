import assert from "node:assert/strict";
import { TerminalOutput } from "../../../../../src/features/attachments/editor/terminalOutput";

const linesOf = (...written: string[]): readonly string[] => {
  const output = new TerminalOutput();
  for (const data of written) output.add(data);
  return output.lines;
};
const start = "\u001B]633;C\u0007";

describe("the output of a command in the terminal", () => {
  it("has no colours, titles, or states that were written over", () => {
    const written = `${start}\u001B[1mbold\u001B[0m\r\n10 %\r50 %\r100 %\r\n\u001B]0;title\u001B\\end \u0008\r\n`;
    assert.deepEqual(linesOf(written), ["bold\n100 %\nend"]);
  });

  it("is joined from its parts, also in the middle of a sequence", () => {
    assert.deepEqual(linesOf(start, "one\r", "\ntwo \u001B[3", "1mred"), ["one\ntwo red"]);
  });

  it("says when VS Code handed nothing on, which a silent command is not", () => {
    assert.deepEqual(linesOf(), ["(no output was received)"]);
    assert.deepEqual(linesOf(start), []);
  });

  it("keeps the last 200,000 characters of a long one, and says so", () => {
    assert.deepEqual(linesOf(start, "a".repeat(399_992)), ["a".repeat(399_992)]);
    const [note, kept = ""] = linesOf(start, "a".repeat(200_000), `${"b".repeat(200_000)}c`);
    assert.equal(note, "(the beginning of the output is left out)");
    assert.equal(kept, `${"b".repeat(199_999)}c`);
  });
});
