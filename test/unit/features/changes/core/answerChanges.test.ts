import assert from "node:assert/strict";
import {
  changesIn,
  changesOfDiffAlone,
} from "../../../../../src/features/changes/core/answerChanges";
import type { FileChange } from "../../../../../src/features/changes/core/fileChange";
import { proposedText } from "../../../../../src/features/changes/core/proposedText";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");

/** What the changes of an answer make of these files; a sentence for what they refuse. */
function applied(output: string, files: Record<string, string>): Record<string, string> {
  const after = { ...files };
  for (const change of changesIn(output)) after[change.path] = outcome(change, after[change.path]);
  return after;
}

function outcome(change: FileChange, before = ""): string {
  if (change.kind === "refused") return change.why(change.path);
  if (change.kind === "asked") return "asked";
  if (change.kind !== "hunks") return change.text;
  const { text, refusals } = proposedText(before, [change], change.path);
  return refusals.length > 0 ? "no match" : text;
}

const files = {
  "src/a.ts": lines("one", "two", "three", "four", "five", "six"),
  "b.txt": lines("begin", "end"),
};

const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -2,3 +2,3 @@ function
 two
-three
+THREE
 four
--- b.txt\t2026-01-01
+++ b.txt\t2026-01-02
@@ -1,2 +1,3 @@
 begin
+middle
 end
`;

const hunk = (...context: string[]) =>
  `--- a\n+++ a\n@@ -1,5 +1,5 @@\n${context.map((line) => ` ${line}\n`).join("")}-old\n+new\n`;

const creationOf = (name: string) => `--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+one\n`;

/** The file after a diff that only the words before it assign to the file. */
const inFile = (code: string) => applied(`**b.txt**\n\n${fence("diff", code)}`, files)["b.txt"];

describe("the changes of an answer", () => {
  it("are those of a diff over several files, fenced or alone", () => {
    const expected = {
      "src/a.ts": files["src/a.ts"].replace("three", "THREE"),
      "b.txt": "begin\nmiddle\nend\n",
    };
    const inMarkdown = `\`\`\`\`markdown\nHere:\n\n${fence("diff", diff)}\n\`\`\`\``;
    for (const output of [fence("diff", diff), diff, `Here:\n\n${fence("", diff)}`, inMarkdown])
      assert.deepEqual(applied(output, files), expected);
    assert.deepEqual(applied(diff.replaceAll("\n", "\r\n"), files), expected);
  });

  it("are found where a model has miscounted lines or left out the space of an empty one", () => {
    const text = lines("one", "", "two", "three");
    for (const head of ["@@ -1,9 +7,1 @@", "@@ -40 +40 @@ words", "@@ @@", "@@ ... @@"]) {
      const given = `--- a\n+++ a\n${head}\n one\n\n-two\n+TWO\n three`;
      assert.deepEqual(applied(given, { a: text }), { a: lines("one", "", "TWO", "three") }, head);
    }
  });

  it("fit only where all of their old lines are", () => {
    const text = lines("one", "two", "three", "four", "old");
    const fits = (...context: string[]) => applied(hunk(...context), { a: text })["a"];
    const changed = lines("one", "two", "three", "four", "new");
    assert.equal(fits("one", "two", "three", "four"), changed);
    assert.equal(fits("four"), changed);
    assert.equal(fits("one", "2", "three", "four"), "no match");
    assert.equal(fits("4"), "no match");
    assert.equal(applied(hunk("four").replace("-old", "-other"), { a: text })["a"], "no match");
  });

  it("lose the prefixes of Git only where both names have them", () => {
    assert.deepEqual(Object.keys(applied(creationOf("src/new.ts"), {})), ["src/new.ts"]);
    const changed = "--- a/x.ts\n+++ src/x.ts\n@@ -1 +1 @@\n-one\n+two\n";
    assert.deepEqual(Object.keys(applied(changed, {})), ["src/x.ts"]);
    const git = changed.replace("src/", "b/");
    assert.deepEqual(applied(git, { "x.ts": "one\n" }), { "x.ts": "two\n" });
  });

  it("create files, and refuse to delete, rename, copy or guess", () => {
    const created = `--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n`;
    assert.deepEqual(changesIn(created), [{ kind: "create", path: "new.ts", text: "one\ntwo\n" }]);
    const deleted = `--- a/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n`;
    assert.match(applied(deleted, {})["old.ts"] ?? "", /would be deleted/);
    const renamed = `diff --git a/x.ts b/y.ts\nrename from x.ts\nrename to y.ts\n--- a/x.ts\n+++ b/y.ts\n@@ -1 +1 @@\n-a\n+b\n`;
    assert.equal(applied(renamed, {})["x.ts"], "x.ts would be renamed to y.ts.");
    const copied = renamed.replaceAll("rename", "copy");
    assert.equal(applied(copied, {})["x.ts"], "x.ts would be copied to y.ts.");
    const binary = `diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n`;
    assert.match(applied(fence("diff", binary), {})["x.png"] ?? "", /no text/);
    const combined = `diff --cc x.ts\nindex 1,2..3\n--- a/x.ts\n+++ b/x.ts\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n`;
    assert.match(applied(fence("diff", combined), {})["x.ts"] ?? "", /compares several versions/);
    const mode = `diff --git a/x.sh b/x.sh\nold mode 100644\nnew mode 100755\n`;
    assert.match(applied(fence("diff", mode), {})["x.sh"] ?? "", /only the permissions/);
  });

  it("are the code blocks that name their file but not its lines, and hunks under its name", () => {
    const output = `\`src/a.ts\`:\n\n${fence("ts", "all")}\n${fence("sh", "npm test")}
In \`b.txt\` (lines 1-2):\n\n${fence("", "x")}\n**c.ts**\n\n${fence("diff", "@@ -1 +1 @@\n-a\n+b")}`;
    const [whole, hunk, ...none] = changesIn(output);
    assert.deepEqual(whole, {
      kind: "text",
      path: "src/a.ts",
      text: "all",
      mayCreate: true,
      isCutOff: false,
      inSentence: false,
      head: undefined,
    });
    assert.deepEqual([hunk?.kind, hunk?.path, none], ["hunks", "c.ts", []]);
    assert.deepEqual(changesIn("Just words."), []);
    const other = changesIn(`**c.ts**\n\n${fence("ts", "@@ is no hunk here")}`);
    assert.deepEqual(other, [
      {
        kind: "text",
        path: "c.ts",
        text: "@@ is no hunk here",
        head: undefined,
        mayCreate: false,
        isCutOff: false,
        inSentence: false,
      },
    ]);
  });

  it("are those of a block alone only where it is nothing but a change", () => {
    const block = "<<<<<<< SEARCH\none\n=======\nTWO\n>>>>>>> REPLACE";
    for (const [output, wanted] of [
      [fence("ts", `src/a.ts\n${block}`), ["hunks"]],
      [fence("diff", hunk("two").trimEnd()), ["hunks"]],
      [fence("diff", "begin"), []],
      [fence("ts src/a.ts", "two"), undefined],
    ] as const)
      assert.deepEqual(
        changesOfDiffAlone(output, 0)?.map(({ kind }) => kind),
        wanted,
        output,
      );
    assert.equal(changesOfDiffAlone(fence("ts", "two"), 1), undefined);
  });

  it("are the text of a patch, or those of a diff for any other file", () => {
    for (const [name, wanted] of [
      ["a.patch", ["text"]],
      ["a.DIFF", ["text"]],
      ["a.patch.ts", ["hunks"]],
      ["a.diff.md", ["hunks"]],
    ] as const)
      assert.deepEqual(
        changesIn(fence(`diff ${name}`, "@@ -1 +1 @@\n-a\n+b")).map(({ kind }) => kind),
        wanted,
        name,
      );
  });

  it("are never a diff as the text of a file, where it does not say where it belongs", () => {
    assert.equal(inFile(" begin\n-end\n+END"), "begin\nEND\n");
    assert.equal(inFile("-other\n+END"), "no match");
    assert.match(
      inFile("-a\n+b\nwords\n--- c.txt\n@@ -1 +1 @@\n-d\n+e") ?? "",
      /by a diff that cannot be read/,
    );
    assert.equal(inFile("begin\n- end\n+ END"), "begin\nEND\n");
  });
});
