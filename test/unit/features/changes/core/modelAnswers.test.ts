import assert from "node:assert/strict";
import { changesIn } from "../../../../../src/features/changes/core/answerChanges";
import type { TextChange } from "../../../../../src/features/changes/core/fileText";
import { proposedText } from "../../../../../src/features/changes/core/proposedText";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;

const config = `{
  "port": 3000,
  "host": "localhost",
  "debug": false
}
`;
const moved = config.replace("3000", "8080");
const python = `import os
import sys


class Store:
    def __init__(self, path):
        self.path = path

    def load(self):
        with open(self.path) as f:
            return f.read()


def main():
    store = Store(sys.argv[1])
    print(store.load())


if __name__ == "__main__":
    main()
`;
const makefile = "all: build\n\nbuild:\n\tgcc -o a main.c\n";
const files: Record<string, string> = {
  "config.json": config,
  "app.py": python,
  Makefile: makefile,
  "styles.css": ".a {\n  color: red;\n}\n\n.b {\n  color: red;\n}\n",
  "App.tsx":
    "export function App() {\n  return (\n    <div>\n      <h1>Shop</h1>\n    </div>\n  );\n}\n",
  "README.md": "# Shop\n\nRun it:\n\n```sh\nnpm start\n```\n\n## Licence\n\nMIT\n",
  "ci.yml":
    "name: CI\non: push\njobs:\n  test:\n    runs-on: ubuntu\n    steps:\n      - run: npm test\n",
  "main.rs": 'fn main() {\n    println!("one");\n}\n\nfn helper() -> i32 {\n    1\n}\n',
  "café.txt": "one\n",
};

/** What an answer makes of the files that it changes, or the reasons why it does not. */
function applied(output: string): Record<string, string> {
  const after: Record<string, string> = {};
  for (const change of changesIn(output)) after[change.path] = outcome(change);
  return after;
}

function outcome(change: ReturnType<typeof changesIn>[number]): string {
  if (change.kind === "refused") return change.why(change.path);
  if (change.kind === "asked") return "hunks" in change ? "hunks" : "asked";
  if (change.kind === "create") return change.text;
  const { text, refusals } = proposedText(files[change.path] ?? "", [change], change.path);
  return refusals.map((why) => why(change.path)).join("\n") || text;
}

const hunk = '-  "port": 3000,\n+  "port": 8080,';

const named = (from: string, to = from) => `--- ${from}\n+++ ${to}\n@@ -2 +2 @@\n${hunk}`;
const xml = (diff: string) =>
  `<replace_in_file>\n<path>config.json</path>\n<diff>\n${diff}\n</diff>\n</replace_in_file>\n`;
const diffed = (name: string, body: string) =>
  applied(fence("diff", `--- a/${name}\n+++ b/${name}\n@@ @@\n${body}`))[name];

describe("answers as models write them", () => {
  it("J6 are read in every usual form of a diff", () => {
    for (const output of [
      fence("diff", `--- a/config.json\n+++ b/config.json\n@@\n${hunk}`),
      fence("diff", `+++ b/config.json\n@@ -2 +2 @@\n${hunk}`),
      fence("diff", `--- a/config.json\n@@ -2 +2 @@\n${hunk}`),
      fence("diff", `--- a/config.json\n+++ b/config.json\n${hunk}`),
      fence("diff", named("i/config.json", "w/config.json")),
      fence("diff", named("config.json (original)", "config.json (modified)")),
      fence("diff", `Index: config.json\n=====\n${named("config.json\t(revision 1)")}`),
      fence("", `${named("config.json.orig", "config.json")}\n-- \n2.40.0`),
      `From 1 Mon\nSubject: x\n\n---\n config.json | 2 +-\n\n${named("a/config.json", "b/config.json")}\n-- \n2.40.0\n`,
      `The first change:\n\n${named("config.json")}\n\nThat is all.\n`,
      `**config.json**\n\n${fence("json", hunk)}`,
      fence("", `*** Begin Patch\n*** Update File: config.json\n@@\n${hunk}\n*** End Patch`),
      `*** Begin Patch\n*** Update File: config.json\n${hunk}\n*** End Patch\n`,
      fence(
        "bash",
        `apply_patch <<'X'\n*** Update File: config.json\n@@\n${hunk}\n*** End Patch\nX`,
      ),
    ])
      assert.deepEqual(applied(output), { "config.json": moved }, output);
    const quoted = String.raw`--- "a/caf\303\251.txt"` + "\n" + String.raw`+++ "b/caf\303\251.txt"`;
    assert.deepEqual(applied(fence("diff", `${quoted}\n@@ -1 +1 @@\n-one\n+two`)), {
      "café.txt": "two\n",
    });
  });

  it("J6 are read as patches of agents, which name sections, create and refuse", () => {
    const patch = `*** Begin Patch
*** Add File: new.ts
+export const a = 1;
*** Update File: app.py
@@ class Store:
@@     def load(self):
         with open(self.path) as f:
-            return f.read()
+            return f.read().strip()
*** Delete File: styles.css
*** Update File: config.json
*** Move to: settings.json
@@
${hunk}
*** End Patch`;
    assert.deepEqual(applied(fence("", patch)), {
      "new.ts": "export const a = 1;\n",
      "app.py": python.replace("f.read()", "f.read().strip()"),
      "styles.css": "styles.css would be deleted; delete it yourself if you agree.",
      "config.json": "config.json would be renamed to settings.json.",
    });
  });

  it("J6 are read as SEARCH/REPLACE blocks of several agents", () => {
    const old = '  "port": 3000,';
    const now = '  "port": 8080,';
    for (const output of [
      fence("config.json", `<<<<<<< ORIGINAL\n${old}\n=======\n${now}\n>>>>>>> UPDATED`),
      xml(`<<<<<<< SEARCH\n${old}\n=======\n${now}\n>>>>>>> REPLACE`),
      xml(`------- SEARCH\n${old}\n=======\n${now}\n+++++++ REPLACE`),
      `config.json\n${fence("", `<<<<<<< SEARCH\n:start_line:2\n-------\n${old}\n=======\n${now}\n>>>>>>> REPLACE`)}`,
      `config.json\n${fence("", `<<<<<<< SEARCH\n${old}  \n=======\n${now}\n>>>>>>> REPLACE`)}`,
    ])
      assert.deepEqual(applied(output), { "config.json": moved }, output);
  });

  it("J6 are placed where only the white space around lines differs, in that of the file", () => {
    assert.equal(
      diffed("Makefile", " build:\n-    gcc -o a main.c\n+    gcc -O2 -o a main.c\n+    strip a"),
      makefile.replace("gcc -o a main.c", "gcc -O2 -o a main.c\n\tstrip a"),
    );
    const read = "            return f.read()";
    assert.equal(
      diffed(
        "app.py",
        " with open(self.path) as f:\n-    return f.read()\n+    if f:\n+        return f.read()",
      ),
      python.replace(read, "            if f:\n                return f.read()"),
    );
    // Without the mark of an unchanged line.
    assert.equal(
      diffed(
        "app.py",
        "def main():\n    store = Store(sys.argv[1])\n-    print(store.load())\n+    store.load()",
      ),
      python.replace("print(store.load())", "store.load()"),
    );
    const isIndented = /are indented differently, .*“return f\.read\(\)”$/;
    assert.match(
      diffed("app.py", "-return f.read()\n+return 1") ?? "",
      isIndented,
      "a single line",
    );
    const isMissing = /does not contain a line that the change expects\. “\{”$/;
    assert.match(diffed("styles.css", " {\n-color: red;\n+color: blue;") ?? "", isMissing);
    assert.match(
      diffed("styles.css", "-\tcolor: red;\n+\tcolor: blue;") ?? "",
      /at 2 places, .* “color: red;”$/,
      "two places",
    );
  });

  it("J5 are not the text of a file where they show a part of it, or code beside it", () => {
    const isPart = /shown only in part/;
    for (const [path, code] of [
      ["config.json", '  "debug": true'],
      ["styles.css", ".b {\n  color: blue;\n}"],
      ["main.rs", 'fn main() {\n    println!("two");\n}'],
      ["ci.yml", "    steps:\n      - run: npm ci\n      - run: npm test"],
      [
        "app.py",
        'def main():\n    store = Store(sys.argv[1])\n    if not store:\n        sys.exit("no store")\n    if not store.path:\n        sys.exit("no path")\n    print(store.load())',
      ],
      [
        "app.py",
        "def export(rows):\n    lines = []\n    for row in rows:\n        if row:\n            lines.append(str(row))\n    text = ''\n    for line in lines:\n        text += line\n    return text\n\n\ndef count(rows):\n    total = 0\n    for row in rows:\n        total += 1\n    return total",
      ],
      [
        "App.tsx",
        "export function App() {\n  return (\n    <div>\n      {/* existing header */}\n      <p>New</p>\n    </div>\n  );\n}",
      ],
    ] as const)
      assert.match(applied(`**${path}**\n\n${fence("", code)}`)[path] ?? "", isPart, code);
  });

  it("J5 are the text of a file where they are a version of all of it", () => {
    for (const [path, text] of [
      ["config.json", moved],
      ["app.py", python.replace("import os\n", "")],
      ["app.py", python.replace(/\n\ndef main[^]*/, "")],
      ["App.tsx", "export function App() {\n  return <h1>Shop</h1>;\n}\n"],
      ["README.md", "# Laden\n\nStarten:\n\n    npm start\n\n## Lizenz\n\nMIT\n"],
    ] as const)
      assert.deepEqual(applied(`**${path}**\n\n~~~~\n${text}~~~~\n`), { [path]: text }, text);
    const readme = "# Shop\n\nRun it:\n\n```sh\nnpm ci\n```\n\n## Licence\n\nMIT";
    assert.deepEqual(applied(`**README.md**\n\n${fence("markdown", readme)}`), {
      "README.md": `${readme}\n`,
    });
  });

  it("J5 are no text with the marks of a conflict, nor a diff that was taken for one", () => {
    const conflict = config.replace(
      /( {2}"port".*\n)/,
      "<<<<<<< HEAD\n$1=======\n$1>>>>>>> other\n",
    );
    assert.deepEqual(applied(`**config.json**\n\n${fence("json", conflict.trimEnd())}`), {
      "config.json": "config.json is shown with the marks of a conflict.",
    });
    for (const code of [`@@ -2 +2 @@\n${hunk}`, hunk])
      for (const language of ["diff", "json"])
        assert.deepEqual(applied(fence(language, code)), { "": "hunks" }, `${language} ${code}`);
    assert.deepEqual(applied(fence("diff", "words")), {});
  });

  it("J5 keep a comment with the name of the file only where the file begins with it", () => {
    const code = "// src/a.ts\nexport const a = 2;";
    const [change] = changesIn(fence("ts", code));
    const after = (before: string) => proposedText(before, [change as TextChange], "src/a.ts").text;
    assert.equal(after("// src/a.ts\nexport const a = 1;\n"), `${code}\n`);
    assert.equal(after("export const a = 1;\n"), "export const a = 2;\n");
  });

  it("J5 name their file in a link, behind a symbol, or as an element", () => {
    for (const head of [
      "[config.json](config.json)",
      "📄 config.json",
      "### 2) `config.json`",
      '<file path="config.json">',
    ])
      assert.deepEqual(
        applied(`${head}\n\n${fence("json", moved.trimEnd())}`),
        { "config.json": moved },
        head,
      );
  });
});
