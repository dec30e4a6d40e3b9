import assert from "node:assert/strict";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { proposedText } from "../../../../../src/features/changes/core/proposedText";
import { assertSoon } from "../../../../support/machineSpeed";

/** What an answer makes of a file, in less than the time that nobody notices. */
function inTime(
  name: string,
  output: string,
  file: string,
  withinMs = 200,
): { text: string; reasons: string[] } {
  const started = process.threadCpuUsage().user;
  const changes = changesIn(output);
  const possible = changes.filter((one) => one.kind === "hunks" || one.kind === "text");
  const { text, refusals } = proposedText(file, possible, "a.ts");
  const elapsed = (process.threadCpuUsage().user - started) / 1000;
  assertSoon(elapsed, withinMs, name);
  const refused = changes.flatMap((one) => (one.kind === "refused" ? [one.why(one.path)] : []));
  return { text, reasons: [...refused, ...refusals.map((why) => why("a.ts"))] };
}

describe("a hostile answer", () => {
  const head = "--- a.ts\n+++ a.ts\n";
  const blank = "\n".repeat(20_000);

  it("J10 is read in time, and refused", () => {
    const hunks = Array.from({ length: 10_000 }, (_, n) => `@@ -${n},1 +${n},1 @@\n-a\n+b\n`);
    const { text, reasons } = inTime("10,000 hunks", head + hunks.join(""), "x\n".repeat(20_000));
    assert.equal(text, "x\n".repeat(20_000));
    assert.deepEqual(reasons, ["The answer contains more than 2000 changes."]);
    const same = "@@ @@\n x\n x\n x\n-y\n+z\n".repeat(1_900);
    const repeated = `${"x\n".repeat(50_000)}y\n`;
    assert.equal(inTime("repeated context", head + same, repeated).text.endsWith("x\nz\n"), true);
    const deep = `@@ @@\n${" x\n".repeat(200)}-q\n+z\n`.repeat(900);
    const alike = `${"x\n".repeat(5_000)}q\n`.repeat(2);
    assert.equal(inTime("long context", head + deep, alike).text, alike);
  });

  it("J10 takes no time with blank lines", () => {
    for (const [name, output] of Object.entries({
      alone: blank,
      "a block": `**a.ts**\n\n\`\`\`ts\n${blank}\n\`\`\``,
      "a hunk": `${head}@@ -1 +1 @@\n${blank}-a\n+b\n`,
      "a diff": `${head}${blank}`,
      "search blocks": `a.ts\n<<<<<<< SEARCH\n${blank}=======\n${blank}>>>>>>> REPLACE\n`,
      dividers: `a.ts\n<<<<<<< SEARCH\na\n${"=======\nb\n".repeat(10_000)}>>>>>>> REPLACE\n`,
      "a list below": `${head}@@ -1 +1 @@\n-a\n+b\n\n${"- a\n\n".repeat(20_000)}`,
      heads: `${head}${Array.from({ length: 1_900 }, (_, n) => `@@ a${n}\n`).join("")}-a\n+b\n`,
      steps: `a.ts\n${Array.from({ length: 1_900 }, (_, n) => `<<<<<<< SEARCH\na${n}\n=======\na${n + 1}\n>>>>>>> REPLACE\n`).join("")}`,
      spaces: `**a.ts**\n\n\`\`\`ts\n${" ".repeat(20_000)}//${" ".repeat(20_000)}x\n\`\`\``,
      fences: "```\n".repeat(20_000),
      "long lines": `**a.ts**\n\n\`\`\`ts\n${"// ".repeat(100_000)}\n\`\`\``,
      sentence: `${"`a.ts` ".repeat(20_000)}\n\n\`\`\`ts\nx\n\`\`\``,
    }))
      inTime(name, output, blank);
  });

  it("J10 of 5 MB is one change", () => {
    const text = "const a = 1;\n".repeat(400_000);
    const output = `**a.ts**\n\n\`\`\`ts\nx();\n${text}\`\`\``;
    // What grew with the square of its lines would take minutes.
    const { text: after } = inTime("5 MB", output, text, 800);
    assert.equal(after, `x();\n${text}`);
  });
});
