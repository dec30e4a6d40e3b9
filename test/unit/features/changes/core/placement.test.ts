import assert from "node:assert/strict";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { fileText, type TextChange } from "../../../../../src/features/changes/core/fileText";
import { likelyPlace } from "../../../../../src/features/changes/core/placement";

const file = `def a():
    x = 1
    return x

def b():
    x = 1
    return x

def c():
    y = 1
    return y
`;
/** The text after a hunk with this head, or the reason why it was not placed. */
function after(head: string, body: string, text = file): string {
  const diff = `--- f.py\n+++ f.py\n${head}\n${body}`;
  const { text: result, refusals } = fileText(text, changesIn(diff) as TextChange[]);
  return refusals.map((why) => why("f.py")).join("\n") || result;
}

const twice = "     x = 1\n-    return x\n+    return 2\n";
const inA = file.replace("return x", "return 2");
const inB = file.replace(/return x(?=\n\ndef c)/, "return 2");
const isAmbiguous = /^f\.py contains the text to be changed at 2 places, .*\. “return x”$/;
const isMissing = /^f\.py does not contain a line that the change expects\. “x = 2”$/;
const showsNothing = /^The change shows no line of f\.py that says where it belongs\.$/;

const hunk = (now: string) => `--- f.py\n+++ f.py\n@@ -10 +10 @@\n-    y = 1\n+    y = ${now}\n`;

const kindsOf = (answer: string) => changesIn(answer).map(({ kind }) => kind);

describe("a hunk", () => {
  it("J6 is placed at its line where its old lines are there", () => {
    assert.equal(after("@@ -2,2 +2,2 @@", twice), inA);
    assert.equal(after("@@ -6,2 +6,2 @@", twice), inB);
    assert.equal(after("@@ -6,2 +6,2 @@ def b():", twice), inB);
  });

  it("J6 is not placed where it may be the end of the file as well, which git would take", () => {
    const repeated = "one\ntwo\nend\none\ntwo\n";
    const added = " one\n two\n+three\n";
    assert.match(
      after("@@ -1,2 +1,3 @@", added, repeated),
      /^f\.py contains the text to be changed at 2 places, .*\. “one”$/,
    );
    assert.equal(after("@@ -4,2 +4,3 @@", added, repeated), `${repeated}three\n`);
    assert.equal(
      after("@@ -1,2 +1,3 @@", ` one\n+three\n two\n`, repeated),
      repeated.replace("one\n", "one\nthree\n"),
    );
  });

  it("J6 is placed where its old lines occur once, whatever its numbers say", () => {
    const once = "     y = 1\n-    return y\n+    return 2\n";
    const changed = file.replace("return y", "return 2");
    for (const head of ["@@ -1,2 +1,2 @@", "@@ -900 +900 @@", "@@ @@", "@@ ... @@", "@@ def a():"])
      assert.equal(after(head, once), changed, head);
  });

  it("J6 is placed in the section that its head names", () => {
    for (const head of ["@@ def b():", "@@ ... @@ def b():", "@@ -40,2 +40,2 @@ def b():"])
      assert.equal(after(head, twice), inB, head);
    assert.equal(after("@@ def a():", twice), inA);
  });

  it("J6 is placed in whichever of the sections of a name has its lines", () => {
    const [x, y] = ["        x = 1\n", "        y = 1\n"];
    const run = "    def run(self):\n";
    const text = `class A:\n${run}${x}\nclass B:\n${run}${y}\ndef other():\n${x}${y}`;
    const at = (line: string) => after("@@ def run(self):", `-${line}+        z = 2\n`, text);
    for (const line of [x, y]) assert.equal(at(line), text.replace(line, "        z = 2\n"));
    assert.match(after("@@ def run(self):", `-${run}+    def go(self):\n`, text), /at 2 places/);
  });

  it("J6 is placed in a section with blank lines in it", () => {
    const spaced = file.replaceAll("\n    return", "\n\n    return");
    for (const name of ["a", "b"])
      assert.equal(
        after(`@@ def ${name}():`, "-    return x\n+    return 2\n", spaced),
        spaced.replace(new RegExp(`(def ${name}[^r]*return) x`), "$1 2"),
      );
  });

  it("J6 is not placed where its old lines are more than once, or not at all", () => {
    for (const head of ["@@ @@", "@@ -40,2 +40,2 @@", "@@ def c():", "@@ def none():"])
      assert.match(after(head, twice), isAmbiguous, head);
    assert.match(after("@@ -2,2 +2,2 @@ def b():", twice), isAmbiguous, "its number is not in b");
    assert.match(after("@@ -2,2 +2,2 @@", "     x = 2\n-    return x\n+    return 2\n"), isMissing);
    assert.match(after("@@ -2,2 +2,2 @@", "    x = 1\n-   return x\n+   return 2\n"), isAmbiguous);
    assert.match(after("@@ -2,0 +2,1 @@", "+    z = 1\n"), showsNothing, "it has no old line");
  });

  it("J6 is refused alone: the others are placed", () => {
    const diff = `--- f.py\n+++ f.py\n@@ @@\n${twice}@@ -9,3 +9,3 @@\n def c():\n-    y = 1\n+    y = 3\n     return y\n`;
    const { text, refusals } = fileText(file, changesIn(diff) as TextChange[]);
    assert.equal(text, file.replace("y = 1", "y = 3"));
    assert.deepEqual(refusals.length, 1);
  });

  it("J2 is one with the same hunk of another mention, and refused where they overlap", () => {
    const both = (one: string, other: string) =>
      fileText(file, [one, other].flatMap(changesIn) as TextChange[]);
    assert.deepEqual(both(hunk("3"), hunk("3")), {
      text: file.replace("y = 1", "y = 3"),
      refusals: [],
    });
    const { text, refusals } = both(hunk("3"), hunk("4"));
    assert.equal(text, file.replace("y = 1", "y = 3"));
    assert.match(refusals[0]!("f.py"), /changed at the same place more than once/);
  });

  it("is a block of the kind SEARCH/REPLACE as well, as Aider and Cline write it", () => {
    const changed = file.replace("y = 1", "y = 3");
    const aider = "<<<<<<< SEARCH\n    y = 1\n=======\n    y = 3\n>>>>>>> REPLACE\n";
    const cline = "------- SEARCH\n    y = 1\n=======\n    y = 3\n+++++++ REPLACE\n";
    for (const block of [aider, cline])
      for (const output of [
        `f.py\n\`\`\`python\n${block}\`\`\`\n`,
        `\`\`\`python\nf.py\n${block}\`\`\`\n`,
        `\`\`\`\nf.py\n\`\`\`python\n${block}\`\`\`\n`,
        `f.py\n${block}`,
      ]) {
        const changes = changesIn(output);
        assert.deepEqual(
          changes.map(({ kind, path }) => [kind, path]),
          [["hunks", "f.py"]],
          output,
        );
        assert.equal(fileText(file, changes as TextChange[]).text, changed);
      }
    const two = `f.py\n${aider}\n${aider.replaceAll("y", "x")}`;
    const { text, refusals } = fileText(file, changesIn(two) as TextChange[]);
    assert.equal(text, changed);
    assert.match(refusals[0]!("f.py"), /at 2 places, .* “x = 1”/);
    const creation = "new.py\n<<<<<<< SEARCH\n=======\nz = 1\n>>>>>>> REPLACE\n";
    assert.deepEqual(changesIn(creation), [{ kind: "create", path: "new.py", text: "z = 1\n" }]);
    assert.deepEqual(kindsOf("<<<<<<< SEARCH\na\n=======\nb\n"), ["refused"]);
    assert.deepEqual(kindsOf("<<<<<<< SEARCH\n=======\nb\n>>>>>>> REPLACE\n"), ["refused"]);
    assert.deepEqual(kindsOf(aider), ["asked"]);
  });
});

describe("the likely place of a hunk that has none", () => {
  const lines = file.split("\n");
  const placeOf = (old: string[], line?: number) => likelyPlace(lines, { old, now: [], line });

  it("is where most of its lines are, or where its number says, or nowhere", () => {
    assert.deepEqual(placeOf(["def c():", "y = 2", "return y"]), { start: 8, end: 11 });
    assert.deepEqual(placeOf(["none", "here"], 3), { start: 2, end: 4 });
    assert.deepEqual(placeOf(["none", "here"], 300), undefined);
    assert.deepEqual(placeOf(["none", "}"]), undefined);
  });
});
