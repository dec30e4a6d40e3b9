import assert from "node:assert/strict";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import { fileText, type TextChange } from "../../../../../src/features/changes/core/fileText";

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join("");
const fence = (info: string, code: string) => `~~~~~${info}\n${code.replace(/\n$/, "")}\n~~~~~\n`;

/** What an answer makes of these files, and the reasons why it does not change more. */
function read(output: string, files: Record<string, string>) {
  const after: Record<string, string> = {};
  const reasons: string[] = [];
  const byPath = Map.groupBy(changesIn(output), ({ path }) => path);
  for (const [path, changes] of byPath) {
    const possible = changes.filter(({ kind }) => kind !== "refused" && kind !== "asked");
    for (const change of changes)
      if (change.kind === "refused") reasons.push(change.why(path));
      else if (change.kind === "asked") reasons.push("asked");
    const created = possible.find(({ kind }) => kind === "create");
    if (created?.kind === "create" && files[path] === undefined) {
      after[path] = created.text;
      continue;
    }
    const before = files[path];
    if (before === undefined) continue;
    const { text, refusals } = fileText(before, possible as TextChange[]);
    reasons.push(...refusals.map((why) => why(path)));
    if (text !== before) after[path] = text;
  }
  return { after, reasons };
}

/** The text of a file after an answer that changes it and refuses nothing. */
function after(output: string, path: string, before: string): string | undefined {
  const { after: files, reasons } = read(output, { [path]: before });
  assert.deepEqual(reasons, [], output);
  return files[path];
}

const names = (path: string) => `--- a/${path}\n+++ b/${path}\n`;
const search = (old: string, now: string, length = 7) =>
  `${"<".repeat(length)} SEARCH\n${old}${"=".repeat(length)}\n${now}${">".repeat(length)} REPLACE\n`;

const patch = (...body: string[]) =>
  `apply_patch <<'EOF'\n*** Begin Patch\n${lines(...body)}*** End Patch\nEOF\n`;
const reason = (old: string, now: string, text: string) =>
  read(`a.txt\n${search(old, now)}`, { "a.txt": text }).reasons.join();

describe("a unified diff of a model", () => {
  const python = lines("class A:", "    def b(self):", "        x = 1", "        return x");
  const changed = python.replace("return x", "y = 2\n        return x + y");

  it("J6 keeps the columns of added lines where unchanged ones lack their space", () => {
    const body = [
      "class A:",
      "    def b(self):",
      "        x = 1",
      "-        return x",
      "+        y = 2",
      "+        return x + y",
    ];
    for (const head of ["@@ -1,4 +1,5 @@", "@@ -7,9 +7,2 @@", "@@ @@"]) {
      const diff = names("a.py") + lines(head, ...body);
      assert.equal(after(fence("diff", diff), "a.py", python), changed, head);
      assert.equal(after(`Here:\n\n${diff}`, "a.py", python), changed, `${head} without a fence`);
    }
    const some = body.map((line, at) => (at === 1 ? ` ${line}` : line));
    const added = [...body.slice(0, 3), "+        y = 2", body[3]!.replace("-", "")];
    assert.equal(
      after(fence("diff", names("a.py") + lines("@@", ...some)), "a.py", python),
      changed,
    );
    assert.equal(
      after(fence("diff", names("a.py") + lines("@@", ...added)), "a.py", python),
      python.replace("x = 1\n", "x = 1\n        y = 2\n"),
    );
  });

  it("J6 is refused where its marks seem to stand for the first column", () => {
    const diff = names("a.py") + lines("@@", "    def b(self):", "        x = 1", "+       y = 2");
    const { after: files, reasons } = read(fence("diff", diff), { "a.py": python });
    assert.deepEqual(files, {});
    assert.match(reasons.join(), /are indented differently/);
  });

  it("J6 keeps lines of a list apart from marks", () => {
    const yaml = lines("on:", "- push", "- pull", "jobs: 1", "steps:", "- a");
    const diff = lines("@@", "on:", "- push", "- pull", "-jobs: 1", "+jobs: 2", "steps:", "- a");
    assert.equal(
      after(fence("diff", names("ci.yml") + diff), "ci.yml", yaml),
      yaml.replace("jobs: 1", "jobs: 2"),
    );
    const rst = lines("One", "---", "", "text", "", "Twenty", "------", "", "text", "-----");
    const title = lines("@@", "One", "---", "", "-text", "+word", "", "Twenty", "------");
    assert.equal(
      after(fence("diff", names("a.rst") + title), "a.rst", rst),
      rst.replace("text", "word"),
    );
  });

  it("J6 ends before the prose or the list that stands right below it", () => {
    const diff = names("a.py") + lines("@@ -3,2 +3,2 @@", "         x = 1", "-        return x");
    const end = "+        return -x\n";
    const wanted = python.replace("return x", "return -x");
    for (const head of ["@@ -3,2 +3,2 @@", "@@ -3,7 +3,9 @@", "@@ -3,1 +3,1 @@", "@@ ... @@"])
      for (const text of [
        "\n- Returns less.\n- No other change.\n",
        "- Returns less.\n- No other change.\n",
        "\n* One\n\n---\n\nMore.\n",
        "That is all.\n\n- One\n  more\n",
        "\n1. One\n",
      ]) {
        const output = `The patch:\n\n${diff.replace(/@@.*@@/, head)}${end}${text}`;
        assert.equal(after(output, "a.py", python), wanted, output);
      }
  });

  it("J6 has text that looks like the head of a file or like its end", () => {
    const sql = lines("-- a", ");", "", "-- old", "CREATE b (", "-- c");
    const now = sql.replace("-- old", "-- new");
    for (const head of ["@@ -2,4 +2,4 @@", "@@ @@"])
      assert.equal(
        after(
          fence(
            "diff",
            names("a.sql") + lines(head, " );", " ", "--- old", "+-- new", " CREATE b ("),
          ),
          "a.sql",
          sql,
        ),
        now,
      );
    const tex = lines(
      "\\documentclass{a}",
      "\\usepackage{b}",
      "\\begin{document}",
      "\\ one two three",
    );
    const added = lines("@@", "\\usepackage{b}", "+\\usepackage{c}", "\\begin{document}");
    assert.equal(
      after(fence("diff", names("a.tex") + added), "a.tex", tex),
      tex.replace("{b}\n", "{b}\n\\usepackage{c}\n"),
    );
    const bare = lines(
      "@@ -1,2 +1,2 @@",
      " a",
      "-b",
      "\\ Kein Zeilenumbruch am Dateiende.",
      "+c",
      "\\ No newline at end of file",
    );
    assert.equal(after(fence("diff", names("a.txt") + bare), "a.txt", "a\nb"), "a\nc");
    const ended = lines("@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b");
    assert.equal(after(fence("diff", names("a.txt") + ended), "a.txt", "a\nb"), "a\nb\n");
  });

  it("J6 has dots between its hunks, and is refused where they stand within one", () => {
    const text = lines("a", "b", "c", "d", "e", "f", "g");
    for (const dots of ["...", " ...", "…", ""]) {
      const diff = lines("@@", "-b", "+B", dots, "@@", " f", "-g", "+G", dots);
      assert.equal(
        after(fence("diff", names("a.txt") + diff), "a.txt", text),
        text.replace("b", "B").replace("g", "G"),
        dots,
      );
    }
    const inside = lines("@@", " a", " ...", " d", "-e", "+E", "@@", "-g", "+G");
    const { after: files, reasons } = read(fence("diff", names("a.txt") + inside), {
      "a.txt": text,
    });
    assert.deepEqual(files, { "a.txt": text.replace("g", "G") });
    assert.deepEqual(reasons, [
      "The change leaves out lines of a.txt between those that it shows.",
    ]);
    const stub = lines("def a():", "    ...", "def b():", "    ...");
    const changes = lines("@@", " def a():", "     ...", "-def b():", "+def c():", "     ...");
    assert.equal(
      after(fence("diff", names("a.pyi") + changes), "a.pyi", stub),
      stub.replace("b()", "c()"),
    );
  });

  it("J6 names its files with dates, spaces, quotes and what Git adds to them", () => {
    const hunk = "@@ -1 +1 @@\n-one\n+two\n";
    for (const [path, head] of [
      ["a b.txt", "--- a/a b.txt\t\n+++ b/a b.txt\t\n"],
      [
        "a.txt",
        "--- a.txt 2024-01-31 10:00:00.000000000 +0100\n+++ a.txt 2024-02-01 10:00:00 +0100\n",
      ],
      ["a.txt", "--- a.txt\tMon Jan 31 10:00:00 2024\n+++ a.txt\tTue Feb 1 10:00:00 2024\n"],
      ["a.txt", "--- a.txt (old)\n+++ a.txt (new)\n"],
      ["src/a.txt", "--- src\\a.txt\n+++ src\\a.txt\n"],
      ["/proj/src/a.txt", "--- /proj/src/a.txt\n+++ /proj/src/a.txt\n"],
      [
        "größe.txt",
        String.raw`--- "a/gr\303\266\303\237e.txt"` +
          "\n" +
          String.raw`+++ "b/gr\303\266\303\237e.txt"` +
          "\n",
      ],
      [
        "a.txt",
        "diff --git a/a.txt b/a.txt\nindex 5626abf..f719efd 100644\n--- a/a.txt\n+++ b/a.txt\n",
      ],
      [
        "a.txt",
        "diff --git a.txt a.txt\nold mode 100644\nnew mode 100755\nindex 5626abf..f719efd\n--- a.txt\n+++ a.txt\n",
      ],
    ] as const)
      assert.equal(after(fence("diff", head + hunk), path, "one\n"), "two\n", head);
    const mail = `From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] Two\n\n---\n a.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/a.txt b/a.txt\nindex 5626abf..f719efd 100644\n--- a/a.txt\n+++ b/a.txt\n${hunk}-- \n2.39.2\n\n`;
    const second = mail.replaceAll("a.txt", "b.txt");
    assert.deepEqual(read(mail + second, { "a.txt": "one\n", "b.txt": "one\n" }), {
      after: { "a.txt": "two\n", "b.txt": "two\n" },
      reasons: [],
    });
  });

  it("J6 without context is placed by its number only where its old lines are", () => {
    const text = lines("a", "b", "a", "b");
    assert.equal(
      after(fence("diff", `${names("a.txt")}@@ -3 +3 @@\n-a\n+c\n`), "a.txt", text),
      "a\nb\nc\nb\n",
    );
    const { after: files, reasons } = read(fence("diff", `${names("a.txt")}@@ -2,0 +3 @@\n+c\n`), {
      "a.txt": text,
    });
    assert.deepEqual(files, {});
    assert.match(reasons.join(), /shows no line of a\.txt/);
    assert.equal(
      after(fence("diff", `${names("a.txt")}@@ -1,1 +1,2 @@\n+x\n b\n`), "a.txt", "a\nb\n"),
      "a\nx\nb\n",
      "above its only line",
    );
  });

  it("J6 ends at the next hunk, also where its counts add up beyond that", () => {
    const two = ["@@ -1,6 +1,6 @@", " a", "-b", "+B", " c", "@@ -4,3 +4,3 @@", " d", "-e", "+E"];
    const letters = lines(..."abcdef");
    const answer = fence("diff", `${names("a.txt")}${lines(...two)}`);
    assert.equal(after(answer, "a.txt", letters), lines(..."aBcdEf"));
  });

  it("J6 has each hunk where it belongs, in any order, and those of another file refused alone", () => {
    const text = lines("a", "b", "c", "d", "e");
    const diff = `${names("a.txt")}@@ -4,2 +4,2 @@\n d\n-e\n+E\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -8 +8 @@\n-other\n+file\n`;
    assert.deepEqual(read(fence("diff", diff), { "a.txt": text }), {
      after: { "a.txt": text.replace("a", "A").replace("e", "E") },
      reasons: ["a.txt does not contain a line that the change expects. “other”"],
    });
  });

  it("J6 is taken as it is in another unit of indentation only where Git made it", () => {
    const text = "a {\n  b\n}\nc\n";
    const hunk = `${names("a.ts")}@@ -4,1 +4,3 @@\n c\n+d {\n+    e\n`;
    const git = "diff --git a/a.ts b/a.ts\n";
    for (const [head, wanted] of [
      ["", {}],
      [git, {}],
      [`${git}old mode 100644\n`, {}],
      [`${git}index 1a2b3c4..5d6e7f8 100644\n`, { "a.ts": `${text}d {\n    e\n` }],
    ] as const)
      assert.deepEqual(read(fence("diff", head + hunk), { "a.ts": text }).after, wanted, head);
  });

  it("J6 ends before the signature of a mail", () => {
    for (const end of ["-- ", "--"])
      assert.equal(
        after(
          fence("diff", `${names("a.txt")}@@ @@\n a\n-b\n+B\n${end}\n2.43.0\n`),
          "a.txt",
          "a\nb\n",
        ),
        "a\nB\n",
        end,
      );
  });

  it("J6 may have empty lines between added ones without their mark", () => {
    for (const head of ["@@", "@@ -1,2 +1,5 @@"])
      assert.equal(
        after(fence("diff", `${names("a.txt")}${head}\n a\n+b\n\n+c\n d\n`), "a.txt", "a\nd\n"),
        "a\nb\n\nc\nd\n",
      );
  });

  it("J6 is read with a space behind each mark", () => {
    const diff = `${names("a.txt")}@@\n  b\n- c\n+ C\n  d\n`;
    assert.equal(
      after(fence("diff", diff), "a.txt", lines("a", "b", "c", "d")),
      lines("a", "b", "C", "d"),
    );
  });
});

describe("a context diff", () => {
  it("J6 replaces, adds and removes lines", () => {
    const text = lines("a", "b", "c", "d", "e", "f");
    const head =
      "*** a.txt\tMon Jan 31 10:00:00 2024\n--- a.txt\tTue Feb 1 10:00:00 2024\n***************\n";
    assert.equal(
      after(
        fence(
          "diff",
          `${head}*** 1,4 ****\n  a\n! b\n  c\n- d\n--- 1,3 ----\n  a\n! B\n  c\n***************\n*** 5,6 ****\n--- 4,6 ----\n  e\n+ new\n  f\n`,
        ),
        "a.txt",
        text,
      ),
      lines("a", "B", "c", "e", "new", "f"),
    );
  });
});

describe("a block of the kind SEARCH/REPLACE", () => {
  const text = lines("a", "b", "c", "d");

  it("J6 has marks of any length, also in lists of several in one fence", () => {
    for (const length of [5, 7, 9])
      assert.equal(
        after(
          fence("", `a.txt\n${search("b\n", "B\n", length)}\n${search("d\n", "D\n", length)}`),
          "a.txt",
          text,
        ),
        lines("a", "B", "c", "D"),
      );
    const roo =
      "<<<<<<< SEARCH\n:start_line:2\n:end_line:2\n-------\nb\n=======\nB\n>>>>>>> REPLACE\n";
    assert.equal(after(fence("", `a.txt\n${roo}`), "a.txt", text), lines("a", "B", "c", "d"));
  });

  it("J6 belongs to the nearest name above it", () => {
    const files = { "src/a.ts": "one\n", "src/b.ts": "one\n" };
    const one = search("one\n", "two\n");
    const created = search("", "new\n");
    for (const output of [
      `src/a.ts\n${one}\nsrc/c.ts\n${created}\nsrc/b.ts\n${one}`,
      fence("", `src/a.ts\n${one}\nsrc/c.ts\n${created}\nsrc/b.ts\n${one}`),
      `src/a.ts\n${one}\n### \`src/c.ts\`\n\nA new file.\n\n${created}\n**src/b.ts**\n\nThe same:\n\n${one}`,
      `src/a.ts\n${one}\nNow create \`src/c.ts\`:\n\n${created}\nAnd in \`src/b.ts\`:\n\n${one}`,
    ])
      assert.deepEqual(
        read(output, files),
        { after: { "src/a.ts": "two\n", "src/b.ts": "two\n", "src/c.ts": "new\n" }, reasons: [] },
        output,
      );
  });

  it("J6 builds on those before it, and is done once", () => {
    const blocks = [search("b\n", "x\ny\n"), search("y\n", "z\n"), search("a\nx\n", "A\nx\n")];
    assert.equal(
      after(`a.txt\n${blocks.join("\n")}`, "a.txt", text),
      lines("A", "x", "z", "c", "d"),
    );
    const twice = search("b\n", "b\nnew\n");
    assert.equal(
      after(`a.txt\n${twice}\n${twice}`, "a.txt", text),
      lines("a", "b", "new", "c", "d"),
    );
  });

  it("J6 may have empty lines around its texts that the file does not have", () => {
    for (const [above, below] of [
      ["\n", "\n"],
      ["\n", ""],
      ["", "\n"],
      ["\n\n", "  \n\n"],
    ] as const) {
      const wrapped = (part: string) => above + part + below;
      assert.equal(
        after(`a.txt\n${search(wrapped("b\n"), wrapped("B\n"))}`, "a.txt", text),
        lines("a", "B", "c", "d"),
      );
      assert.equal(
        after(`a.txt\n${search(wrapped("b\n"), "B\n")}`, "a.txt", text),
        lines("a", "B", "c", "d"),
      );
    }
    const removed = lines("a", "", "b", "", "", "c");
    assert.equal(
      after(`a.txt\n${search("\nb\n\n\n", "\nb\n\n")}`, "a.txt", removed),
      lines("a", "", "b", "", "c"),
      "where they are in the file, they count",
    );
  });

  it("J6 is divided where its text is in the file then", () => {
    const title = lines("Install", "=======", "", "text", "", "Use", "=======");
    const block = search("Install\n=======\n", "Set up\n=======\n");
    assert.equal(after(`a.rst\n${block}`, "a.rst", title), title.replace("Install", "Set up"));
    const shorter = search("Run\n=====\n", "Start\n=====\n");
    assert.equal(after(`a.rst\n${shorter}`, "a.rst", "Run\n=====\n"), "Start\n=====\n");
    const below = search("text\n", "text\n\nMore\n=======\n");
    assert.equal(
      after(`a.rst\n${below}`, "a.rst", title),
      title.replace("text\n", "text\n\nMore\n=======\n"),
    );
    const conflict = lines("<<<<<<< HEAD", "a", "=======", "b", ">>>>>>> other");
    assert.equal(after(`a.txt\n${search(conflict, "b\n")}`, "a.txt", `x\n${conflict}`), "x\nb\n");
    const { after: files, reasons } = read(`a.rst\n${search("Use\n", "=======\nApply\n")}`, {
      "a.rst": title,
    });
    assert.deepEqual(
      [files, reasons],
      [{}, ["The SEARCH/REPLACE block for a.rst can be divided at several lines."]],
    );
  });

  it("J6 that does not end is refused alone", () => {
    const open = "<<<<<<< SEARCH\nb\n=======\nB\n";
    const { after: files, reasons } = read(`a.txt\n${open}\n${search("d\n", "D\n")}`, {
      "a.txt": text,
    });
    assert.deepEqual(files, { "a.txt": lines("a", "b", "c", "D") });
    assert.match(reasons.join(), /has no end/);
  });

  const code = lines("def a(x):", "    if x:", "        return 1", "    return 2");
  const replaced = (from: string, to: string, file = code) =>
    after(`a.py\n${search(from, to)}`, "a.py", file);

  it("J6 gets the indentation of the file from the lines that both have", () => {
    assert.equal(
      replaced("  if x:\n    return 1\n", "  if x:\n    for y in x:\n      return y\n"),
      code.replace("        return 1", "        for y in x:\n            return y"),
      "two for four",
    );
    assert.equal(
      replaced("if x:\n    return 1\n", "if x:\n    for y in x:\n        return y\n"),
      code.replace("        return 1", "        for y in x:\n            return y"),
      "a level left out",
    );
    const tabs = code.replaceAll("    ", "\t");
    assert.equal(
      replaced(
        "    if x:\n        return 1\n",
        "    if x:\n        for y in x:\n            return y\n",
        tabs,
      ),
      tabs.replace("\t\treturn 1", "\t\tfor y in x:\n\t\t\treturn y"),
      "spaces for tabs",
    );
  });

  it("J6 is refused where several indentations are possible", () => {
    for (const [from, to] of [
      ["  if x:\n  return 1\n", "  if x:\n  return 3\n"],
      ["def a(x):\n", "def b():\n  pass\n\n\ndef a(x):\n"],
    ] as const) {
      const { after: files, reasons } = read(`a.py\n${search(from, to)}`, { "a.py": code });
      assert.deepEqual(files, {}, from);
      assert.match(reasons.join(), /are indented differently/);
    }
  });
});

describe("a patch of an agent", () => {
  it("J6 creates files with empty lines, whether or not these are marked", () => {
    for (const body of [
      ["+a", "+", "+b"],
      ["+a", "", "+b"],
      ["a", "", "b"],
      ["+a", "", "+b", "", ""],
    ])
      assert.deepEqual(read(fence("", patch("*** Add File: n.txt", ...body)), {}), {
        after: { "n.txt": "a\n\nb\n" },
        reasons: [],
      });
    assert.match(
      read(fence("", patch("*** Add File: n.txt", "+a", "b")), {}).reasons.join(),
      /Not all lines of the new file n\.txt are marked/,
    );
  });

  it("J6 narrows its place by each of its heads", () => {
    const text = lines(
      "class A:",
      "  def x():",
      "    1",
      "  def y():",
      "    1",
      "class B:",
      "  def x():",
      "    1",
    );
    const body = ["*** Update File: a.py", "@@ class B:", "@@   def x():", "-    1", "+    2"];
    assert.equal(after(fence("", patch(...body)), "a.py", text), text.replace(/1\n$/, "2\n"));
    assert.equal(
      after(
        fence("", patch(body[0]!, "@@ class A:", "@@   def y():", ...body.slice(3))),
        "a.py",
        text,
      ),
      text.replace("def y():\n    1", "def y():\n    2"),
    );
  });

  it("J6 is at the end of the file where it says so", () => {
    const body = ["*** Update File: a.txt", "@@", " a", "-b", "+c", "*** End of File"];
    assert.equal(after(fence("", patch(...body)), "a.txt", "a\nb\na\nb\n"), "a\nb\na\nc\n");
  });
});

describe("the reason why a change is refused", () => {
  it("J6 says what was looked for, and what is there", () => {
    const text = lines("a one", "b two", "c three", "a one");
    for (const [old, now, why] of [
      ["a one\nb 2\n", "a 1\n", "a.txt does not contain a line that the change expects. “b 2”"],
      [
        "a one\n",
        "A\n",
        "a.txt contains the text to be changed at 2 places, and the change does not say which one it means. “a one”",
      ],
      [
        "a one\nc three\n",
        "x\n",
        "a.txt contains the lines that the change expects, but not directly after each other. “a one”",
      ],
      ["b 2\nc three\n", "b two\nc three\n", "a.txt already contains this change. “b 2”"],
      [
        "a one\n...\nc three\n",
        "x\n",
        "The change leaves out lines of a.txt between those that it shows.",
      ],
    ] as const)
      assert.equal(reason(old, now, text), why);
  });
});
