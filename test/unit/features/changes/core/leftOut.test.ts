import assert from "node:assert/strict";
import { readAnswer } from "../../../../support/readAnswer";

/** A file of each of ten languages, with what each line of its comments begins and ends with. */
const languages = [
  {
    path: "src/cart.ts",
    open: "//",
    text: `import { Item } from "./item";

export class Cart {
  private items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  total(): number {
    return this.items.length;
  }
}

export function format(value: number): string {
  return value.toFixed(2);
}
`,
  },
  {
    path: "app/store.py",
    open: "#",
    text: `import os
import sys


class Store:
    def __init__(self, path):
        self.path = path

    def load(self):
        with open(self.path) as file:
            return file.read()


def main():
    store = Store(sys.argv[1])
    print(store.load(), os.sep)


if __name__ == "__main__":
    main()
`,
  },
  {
    path: "cmd/main.go",
    open: "//",
    text: `package main

import "fmt"

func sum(values []int) int {
	total := 0
	for _, value := range values {
		total += value
	}
	return total
}

func main() {
	fmt.Println(sum([]int{1, 2}))
}
`,
  },
  {
    path: "src/lib.rs",
    open: "//",
    text: `use std::fmt;

pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

pub fn origin() -> Point {
    Point { x: 0, y: 0 }
}
`,
  },
  {
    path: "styles/main.css",
    open: "/*",
    close: "*/",
    text: `:root {
  --accent: #06c;
}

.button {
  color: white;
  background: var(--accent);
}

.card {
  padding: 8px;
}
`,
  },
  {
    path: "web/index.html",
    open: "<!--",
    close: "-->",
    text: `<!doctype html>
<html>
  <head>
    <title>Shop</title>
  </head>
  <body>
    <h1>Shop</h1>
    <p>Welcome</p>
  </body>
</html>
`,
  },
  {
    path: "db/schema.sql",
    open: "--",
    text: `CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  user_id INTEGER
);
`,
  },
  {
    path: "lib/shop.rb",
    open: "#",
    text: `require "json"

class Shop
  def initialize(name)
    @name = name
  end

  def to_json(*args)
    JSON.generate({ name: @name }, *args)
  end
end

puts Shop.new("a").to_json
`,
  },
  {
    path: "src/core.clj",
    open: ";;",
    text: `(ns shop.core)

(defn total [items]
  (reduce + (map :price items)))

(defn count-items [items]
  (count items))
`,
  },
  {
    path: "paper/main.tex",
    open: "%",
    text: `\\documentclass{article}
\\usepackage{amsmath}
\\begin{document}
\\section{Intro}
Some text.
\\section{End}
More text.
\\end{document}
`,
  },
] as const;

/** What says nothing but that something is left out. */
const marks = [
  "...",
  "... existing code ...",
  "...existing code...",
  "… rest of the file …",
  "rest of the code remains the same",
  "existing code",
  "unchanged",
  "... (rest of the code)",
  "other methods remain unchanged",
  "... other functions",
  "restlicher Code bleibt unverändert",
  "... reste du code inchangé ...",
  "resto del código sin cambios",
  "... codice esistente ...",
  "restante do código inalterado",
  "остальной код без изменений",
  "残りのコードは変更なし",
  "其余代码保持不变",
  "나머지 코드는 동일",
  "--- omitted for brevity ---",
];

/** What says something else, or more. */
const comments = [
  "Tell the user that something is going on...",
  "Loading...",
  "Other imports",
  "Other helper functions are in util.js",
  "Same as above, but without the total",
  "The rest is handled by the caller.",
  "Loads the existing items, then saves them",
  "Keep this in step with the server",
  "REST routes",
  "Do not change the order...",
  "see https://a.example/... for more",
  "剩余库存",
  "残り時間を計算する",
  "Der Preis bleibt gleich, wenn nichts anderes gilt",
  "Le reste de la division",
  "Rest parameters",
  "Returns the value unchanged if it is a number",
  "Remaining attempts before the account is locked...",
];

const comment = ({ open, ...one }: (typeof languages)[number], words: string): string =>
  `${open} ${words}${"close" in one ? ` ${one.close}` : ""}`;

function fence(path: string, text: string): string {
  return `**${path}**\n\n~~~~\n${text}~~~~\n`;
}

async function proposed(path: string, before: string, after: string) {
  const { files, refusals } = await readAnswer({
    output: fence(path, after),
    files: { [path]: before },
  });
  return { text: files[path], refusals };
}

describe("a text that leaves nothing out", () => {
  for (const language of languages) {
    const { path, text } = language;
    it(`A4 is proposed as it is, whatever its comments say: ${path}`, async () => {
      const lines = text.split("\n");
      const middle = lines.findIndex((line, at) => at > 2 && line === "");
      const at = middle === -1 ? 3 : middle;
      for (const words of comments) {
        const after = lines.toSpliced(at, 0, comment(language, words)).join("\n");
        const { text: now, refusals } = await proposed(path, text, after);
        assert.equal(now, after, `${words}: ${refusals.join(" ")}`);
      }
    });

    it(`A4 is not proposed where a line stands for others: ${path}`, async () => {
      const lines = text.split("\n");
      for (const words of marks)
        for (const gone of [
          lines.slice(0, 2),
          lines.slice(Math.floor(lines.length / 2)),
          lines.slice(3, 6),
        ]) {
          const start = lines.indexOf(gone[0]!);
          const after = lines.toSpliced(
            start,
            gone.length,
            comment(language, words),
            "x changed 1",
          );
          const { text: now, refusals } = await proposed(path, text, `${after.join("\n")}\n`);
          assert.equal(now, undefined, words);
          assert.match(refusals.join("\n"), /shown only in part/);
          const created = await readAnswer({
            output: fence(path, `${after.join("\n")}\n`),
            files: {},
          });
          assert.deepEqual(created.files, {}, words);
        }
    });
  }
});

/** A file, and a version of all of it. */
const complete: readonly [name: string, path: string, before: string, after: string][] = [
  [
    "stubs of Python with docstrings",
    "a.py",
    'class Store:\n    def load(self):\n        """Loads."""\n\n    def save(self):\n        pass\n',
    'class Store:\n    def load(self):\n        """Loads."""\n        ...\n\n    def save(self):\n        ...\n',
  ],
  [
    "a docstring with dots",
    "a.py",
    "def load():\n    return 1\n\n\ndef save():\n    return 2\n",
    'def load():\n    """Loads:\n\n    ...\n    # rest of the code\n    """\n    return 1\n\n\ndef save():\n    return 2\n',
  ],
  [
    "the end of a YAML document",
    "a.yaml",
    "---\nname: a\nport: 1\nhost: b\n",
    "---\nname: a\nport: 2\nhost: b\n...\n",
  ],
  [
    "spread values",
    "a.ts",
    "export const all = {\n  a: 1,\n  b: 2,\n};\nexport const more = [1];\n",
    "export const all = {\n  ...rest,\n  ...existing,\n  a: 1,\n  b: 2,\n};\nexport const more = [...other, 1];\n",
  ],
  [
    "parameters of any number",
    "a.c",
    "#include <stdio.h>\n\nint log_all(const char *format) {\n  return 0;\n}\n\nint two(void) {\n  return 2;\n}\n",
    "#include <stdio.h>\n\nint log_all(\n  const char *format,\n  ...\n) {\n  return 0;\n}\n\nint two(void) {\n  return 2;\n}\n",
  ],
  [
    "the arguments of a Lua function",
    "a.lua",
    "local function log(a)\n  print(a)\nend\n\nlocal function two()\n  return 2\nend\n",
    "local function log(...)\n  local all = { ... }\n  print(...)\nend\n\nlocal function two()\n  return 2\nend\n",
  ],
  [
    "strings over several lines",
    "a.ts",
    "export const one = 1;\nexport const help = `Usage`;\nexport const two = 2;\n",
    "export const one = 1;\nexport const help = `Usage\n// ... existing code ...\n...\n`;\nexport const two = 2;\n",
  ],
  [
    "values that end in dots",
    "a.json",
    '{\n  "one": "1",\n  "two": "2",\n  "three": "3"\n}\n',
    '{\n  "one": "1",\n  "two": "...",\n  "three": "Loading..."\n}\n',
  ],
  [
    "strings of dots in a list",
    "a.js",
    "export const all = [\n  'one',\n  'two',\n];\nexport const more = 1;\n",
    "export const all = [\n  'one',\n  '...',\n  'more...',\n];\nexport const more = 1;\n",
  ],
  [
    "a longer comment about code",
    "a.js",
    "export function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n",
    "/*\n * Reads files such as\n * ...\n * the rest is unchanged\n */\nexport function one() {\n  return 1;\n}\n\nexport function two() {\n  return 2;\n}\n",
  ],
  [
    "an example in a document",
    "a.md",
    "# One\n\nText.\n\n## Two\n\nMore.\n",
    '# One\n\nText.\n\n```js\nimport a from "a";\n// ... existing code ...\n```\n\n## Two\n\nMore.\n',
  ],
  [
    "a line that was there",
    "a.js",
    "// ... existing code ...\none();\ntwo();\nthree();\n",
    "// ... existing code ...\none();\ntwo(2);\nthree();\n",
  ],
  [
    "a declaration less, which is no longer used",
    "a.py",
    "import json\n\n\ndef helper():\n    return json.dumps({})\n\n\ndef other():\n    return 2\n\n\ndef main():\n    print(helper())\n",
    "def other():\n    return 2\n\n\ndef main():\n    print(1)\n",
  ],
  [
    "a key less between others",
    "package.json",
    '{\n  "name": "a",\n  "private": true,\n  "version": "1.0.0",\n  "type": "module"\n}\n',
    '{\n  "name": "a",\n  "version": "1.1.0",\n  "type": "module"\n}\n',
  ],
];

describe("a version of a whole file", () => {
  for (const [name, path, before, after] of complete)
    it(`A4 is proposed with ${name}`, async () => {
      const { text, refusals } = await proposed(path, before, after);
      assert.equal(text, after, refusals.join(" "));
    });
});
