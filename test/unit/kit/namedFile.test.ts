import assert from "node:assert/strict";
import { answerBlocks } from "../../../src/kit/answerBlocks";
import { canApply, languageOf, namedFile } from "../../../src/kit/namedFile";

const cart = "src/cart.ts";

/** As `path:first-last`. */
function shown(file: ReturnType<typeof namedFile>): string | undefined {
  const { path, lines } = file ?? {};
  return lines ? `${path}:${lines.first}-${lines.last}` : path;
}

const inInfo = (info: string): string | undefined => shown(namedFile(info, ""));
const inComment = (line: string): string | undefined => shown(namedFile("", "", `${line}\ncode`));
const above = (text: string): string | undefined =>
  shown(answerBlocks(`${text}\n\n\`\`\`\ncode\n\`\`\``).at(-1)?.file);

const flags = (text: string, info = "") => {
  const { isNew, isSure, inSentence } = namedFile(info, text) ?? {};
  return [isNew && "new", isSure && "sure", inSentence && "sentence"].filter(Boolean).join(" ");
};
const files = (text: string) => answerBlocks(text).map(({ file }) => file?.path);

/** What a reading gets wrong, so that one run shows all of it. */
function wrong<Text extends string>(
  read: (text: Text) => string | undefined,
  expected: Readonly<Record<Text, string | undefined>> | readonly Text[],
  otherwise?: string,
): string[] {
  const pairs: [Text, string | undefined][] = Array.isArray(expected)
    ? (expected as readonly Text[]).map((text) => [text, otherwise])
    : (Object.entries(expected) as [Text, string | undefined][]);
  return pairs.flatMap(([text, path]) => {
    const got = read(text);
    return got === path ? [] : [`${JSON.stringify(text)}: ${got}`];
  });
}

describe("the file that a code block names", () => {
  it("A3 is any part of the info string that is a path", () => {
    const ways = [
      "ts src/cart.ts",
      "typescript src/cart.ts",
      "ts:src/cart.ts",
      "typescript:./src/cart.ts",
      "src/cart.ts",
      "./src/cart.ts",
      String.raw`src\cart.ts`,
      String.raw`ts src\cart.ts`,
      'ts title="src/cart.ts"',
      "ts title='src/cart.ts'",
      "ts title=src/cart.ts",
      'ts filename="src/cart.ts"',
      "ts filename=src/cart.ts",
      "ts file=src/cart.ts",
      "ts file:src/cart.ts",
      "ts path=src/cart.ts",
      'ts path="src/cart.ts"',
      'ts filepath="src/cart.ts"',
      'ts fileName="src/cart.ts"',
      'ts showLineNumbers title="src/cart.ts" {1,3-5}',
      'title="src/cart.ts"',
      '{filename: "src/cart.ts"}',
      "{filename: 'src/cart.ts'}",
      '{"file": "src/cart.ts"}',
      "{src/cart.ts}",
      "ts {src/cart.ts}",
      "ts [src/cart.ts]",
      "ts (src/cart.ts)",
      "ts `src/cart.ts`",
      'ts "src/cart.ts"',
      "ts // src/cart.ts",
      "ts # src/cart.ts",
      "ts - src/cart.ts",
      "ts | src/cart.ts",
      "ts|CODE_EDIT|src/cart.ts",
      "ts,src/cart.ts",
      'ts title="File: src/cart.ts"',
      'ts title="src/cart.ts (updated)"',
      "diff src/cart.ts",
    ];
    assert.deepEqual(wrong(inInfo, ways, cart), []);
    const others = {
      "docker Dockerfile": "Dockerfile",
      "tsx app/(shop)/[id]/page.tsx": "app/(shop)/[id]/page.tsx",
      "app/[id]/page.tsx": "app/[id]/page.tsx",
      "(group)/page.tsx": "(group)/page.tsx",
      "ts src/cart.ts#L10-L20": "src/cart.ts:10-20",
      "ts src/cart.ts:10": "src/cart.ts:10-10",
      "ts src/cart.ts lines 10-20": "src/cart.ts:10-20",
      "10:20:src/cart.ts": "src/cart.ts:10-20",
      "ts 10:20:src/cart.ts": "src/cart.ts:10-20",
      "json package.json": "package.json",
      "package.json": "package.json",
      "docker-compose.yml": "docker-compose.yml",
      "app.py": "app.py",
      ".env": ".env",
      "sh .env.local": ".env.local",
      'md title="docs/user guide.md"': "docs/user guide.md",
      'sh title="bin/deploy"': "bin/deploy",
      "ts title=/src/cart.ts": "/src/cart.ts",
      "tsx packages/@acme/ui/src/Button.test.tsx": "packages/@acme/ui/src/Button.test.tsx",
      "c:src/main.c": "src/main.c",
    };
    assert.deepEqual(wrong(inInfo, others), []);
  });

  it("A3 is a path in a comment at the beginning, with a label and a note", () => {
    const ways = [
      "// src/cart.ts",
      "//src/cart.ts",
      "/// src/cart.ts",
      "// ./src/cart.ts",
      String.raw`// src\cart.ts`,
      "// `src/cart.ts`",
      "// filepath: src/cart.ts",
      "// file: src/cart.ts",
      "// File: src/cart.ts",
      "// FILE: src/cart.ts",
      "// path: src/cart.ts",
      "// filename: src/cart.ts",
      "// @filename: src/cart.ts",
      "// @file src/cart.ts",
      "// file src/cart.ts",
      "// New file: src/cart.ts",
      "// in src/cart.ts",
      "// Updated src/cart.ts",
      "// src/cart.ts (new file)",
      "// src/cart.ts (updated)",
      "// src/cart.ts - the cart",
      "// src/cart.ts — the cart",
      "// src/cart.ts: the cart",
      "// src/cart.ts:",
      "// === src/cart.ts ===",
      "// ----- src/cart.ts -----",
      "# src/cart.ts",
      "## src/cart.ts",
      "#src/cart.ts",
      "# File: src/cart.ts (new)",
      "-- src/cart.ts",
      "--[[ src/cart.ts ]]",
      "; src/cart.ts",
      ";; src/cart.ts",
      "% src/cart.ts",
      "/* src/cart.ts */",
      "/** src/cart.ts */",
      "/* File: src/cart.ts */",
      "{/* src/cart.ts */}",
      "<!-- src/cart.ts -->",
      "<!-- File: src/cart.ts -->",
      "<%-- src/cart.ts --%>",
      "<%# src/cart.ts %>",
      "(* src/cart.ts *)",
      "{# src/cart.ts #}",
      "{{!-- src/cart.ts --}}",
      "{- src/cart.ts -}",
      "@* src/cart.ts *@",
      "<# src/cart.ts #>",
      "REM src/cart.ts",
      "@rem src/cart.ts",
      ":: src/cart.ts",
      "' src/cart.ts",
      "'' src/cart.ts",
      '" src/cart.ts',
      "! src/cart.ts",
      "// Datei: src/cart.ts",
      "# Fichier : src/cart.ts",
      "// Archivo: src/cart.ts",
      "// Arquivo: src/cart.ts",
      "// Файл: src/cart.ts",
      "// 文件：src/cart.ts",
      "// 文件路径: src/cart.ts",
      "// ファイル: src/cart.ts",
      "// 파일: src/cart.ts",
      "/*\n * src/cart.ts\n */",
      "/**\n * @file src/cart.ts\n */",
      "<!--\n  src/cart.ts\n-->",
      "#!/usr/bin/env node\n// src/cart.ts",
      "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# src/cart.ts",
      '<?xml version="1.0"?>\n<!-- src/cart.ts -->',
      "<?php\n// src/cart.ts",
      "<!DOCTYPE html>\n<!-- src/cart.ts -->",
      '"use strict";\n// src/cart.ts',
      "\n// src/cart.ts",
    ];
    assert.deepEqual(wrong(inComment, ways, cart), []);
    const others = {
      "# Dockerfile": "Dockerfile",
      "# .env": ".env",
      "// app/[id]/page.tsx": "app/[id]/page.tsx",
      "// src/cart.ts:10-20": "src/cart.ts:10-20",
      "// src/cart.ts (lines 10-20)": "src/cart.ts:10-20",
      "// tests/cart.test.ts": "tests/cart.test.ts",
    };
    assert.deepEqual(wrong(inComment, others), []);
  });

  it("A3 is the line, heading or item right above, with a label in any language and a note", () => {
    const ways = [
      "`src/cart.ts`",
      "src/cart.ts",
      "src/cart.ts:",
      "**src/cart.ts**",
      "__src/cart.ts__",
      "*src/cart.ts*",
      "**`src/cart.ts`**",
      "**`src/cart.ts`**:",
      "**`src/cart.ts`:**",
      "[src/cart.ts](src/cart.ts)",
      "[cart](src/cart.ts)",
      "[`src/cart.ts`](https://a.example/cart)",
      "### src/cart.ts",
      "### `src/cart.ts`",
      "#### 1. `src/cart.ts`",
      "## Step 1: Update `src/cart.ts`",
      "### Step 2: `src/cart.ts`",
      "### Step 2 - Fix the total in `src/cart.ts`",
      "### Changes to `src/cart.ts`",
      "- `src/cart.ts`",
      "* **src/cart.ts**",
      "1. Update `src/cart.ts`",
      "1. `src/cart.ts`:",
      "2) Fix the loop in `src/cart.ts`",
      "📄 `src/cart.ts`",
      "📁 **src/cart.ts**",
      "File: src/cart.ts",
      "File: `src/cart.ts`",
      "**File:** `src/cart.ts`",
      "**File: `src/cart.ts`**",
      "File path: `src/cart.ts`",
      "Filename: src/cart.ts",
      "file:src/cart.ts",
      "Path: `src/cart.ts`",
      "New file: `src/cart.ts`",
      "Create **src/cart.ts**:",
      "Create `src/cart.ts`",
      "Update `src/cart.ts`",
      "Updated `src/cart.ts`:",
      "Updated file (`src/cart.ts`):",
      "Full content of `src/cart.ts`:",
      "In `src/cart.ts`:",
      "Now edit `src/cart.ts`",
      "Cart module (`src/cart.ts`)",
      "Backend: `src/cart.ts`",
      "`src/cart.ts` (full file):",
      "`src/cart.ts` (new)",
      "**`src/cart.ts`** — use reduce",
      "`src/cart.ts` - the cart",
      "**src/cart.ts** (updated)",
      "**src/cart.ts**: the cart",
      "`src/cart.ts`, complete:",
      "=== src/cart.ts ===",
      "--- src/cart.ts ---",
      '"src/cart.ts"',
      "“src/cart.ts”:",
      '<file path="src/cart.ts">',
      "<path>src/cart.ts</path>",
      String.raw`src\cart.ts`,
      "./src/cart.ts",
      "Some words.\nIn `src/cart.ts`, return a cleanup:",
      "Some words.\n`src/cart.ts`",
      "Datei: `src/cart.ts`",
      "**Neue Datei:** `src/cart.ts`",
      "Aktualisierte Datei `src/cart.ts`",
      "Schritt 2: Ändere `src/cart.ts`",
      "Fichier : `src/cart.ts`",
      "Nouveau fichier : `src/cart.ts`",
      "Modifiez `src/cart.ts` :",
      "Étape 1 : créez `src/cart.ts`",
      "Archivo: `src/cart.ts`",
      "Nuevo archivo: `src/cart.ts`",
      "Paso 2: Actualiza `src/cart.ts`",
      "File modificato: `src/cart.ts`",
      "Nuovo file: `src/cart.ts`",
      "Arquivo: `src/cart.ts`",
      "Ficheiro: `src/cart.ts`",
      "Crie o arquivo `src/cart.ts`",
      "Файл: `src/cart.ts`",
      "Новый файл: `src/cart.ts`",
      "Обновите `src/cart.ts`",
      "文件：`src/cart.ts`",
      "文件: src/cart.ts",
      "新建文件 `src/cart.ts`",
      "修改 `src/cart.ts`：",
      "### 第一步：修改 `src/cart.ts`",
      "**ファイル: src/cart.ts**",
      "ファイル：src/cart.ts",
      "ファイル:src/cart.ts",
      "新規ファイル `src/cart.ts`",
      "`src/cart.ts` を更新します：",
      "파일: `src/cart.ts`",
      "새 파일: `src/cart.ts`",
      "`src/cart.ts` 파일을 수정합니다:",
      "Bestand: `src/cart.ts`",
      "Plik: `src/cart.ts`",
      "Dosya: `src/cart.ts`",
      "Fil: `src/cart.ts`",
      "Soubor: `src/cart.ts`",
      "Tệp: `src/cart.ts`",
      "ملف: `src/cart.ts`",
    ];
    assert.deepEqual(wrong(above, ways, cart), []);
  });

  it("A3 is in the sentence right above that ends in a colon and has one path", () => {
    const ways = [
      "Here's the updated `src/cart.ts`:",
      "Here is the complete src/cart.ts with the fix applied:",
      "I changed the loop. Here's the new `src/cart.ts`:",
      "I changed `src/item.ts` as well. The cart is now in `src/cart.ts`:",
      "In `src/cart.ts`, replace `total` with this:",
      "In `src/cart.ts`, use `items.map` and `res.json`, as Node.js 20.1 has it:",
      "Wait, the SKU has letters. The corrected `src/cart.ts`:",
      "Open the file `src/cart.ts` and change the method to use reduce instead:".replace(
        " instead",
        "",
      ),
      "Then import it in **src/cart.ts**:",
      "Hier ist die geänderte Datei `src/cart.ts`:",
      "Ändere in `src/cart.ts` die Methode wie folgt:",
      "Voici le fichier `src/cart.ts` mis à jour :",
      "Aquí está el archivo `src/cart.ts` actualizado:",
      "Ecco il file `src/cart.ts` aggiornato:",
      "Aqui está o arquivo `src/cart.ts` atualizado:",
      "Вот обновлённый файл `src/cart.ts`:",
      "以下是修改后的 `src/cart.ts` 文件：",
      "在src/cart.ts中添加以下代码：",
      "`src/cart.ts`を次のように変更します：",
      "`src/cart.ts` 파일을 다음과 같이 변경하세요:",
      "Hier ist `src/cart.ts`, z. B. so:".replace(", z. B. so", ""),
    ];
    assert.deepEqual(wrong(above, ways, cart), []);
    const others = {
      "In `src/cart.ts` (lines 10 to 20):": "src/cart.ts:10-20",
      "`src/cart.ts:10–20`": "src/cart.ts:10-20",
      "Zeilen 10 bis 20 von `src/cart.ts`:": "src/cart.ts:10-20",
      "`src/cart.ts` 第 10-20 行：": "src/cart.ts:10-20",
    };
    assert.deepEqual(wrong(above, others), []);
  });

  it("A3 may have any name that files have", () => {
    const names = [
      "Makefile",
      "Dockerfile",
      "Dockerfile.dev",
      "docker/Dockerfile",
      "LICENSE",
      ".env",
      ".env.local",
      ".gitignore",
      ".eslintrc.json",
      ".github/workflows/ci.yml",
      "go.mod",
      "app/[id]/page.tsx",
      "app/[...slug]/page.tsx",
      "app/(group)/page.tsx",
      "(group)/page.tsx",
      "src/my-file.v2.test.ts",
      "src/__init__.py",
      "__init__.py",
      "pkg/@acme/ui/index.ts",
      "src/$id.tsx",
      "src/+page.svelte",
      "café/Größe.md",
      "文档/说明.md",
      "icon@2x.svg",
      "../shared/a.ts",
      "C:/work/src/a.ts",
      "/etc/app/a.conf",
      "docs/user guide.md",
      "src/My Component.tsx",
    ];
    const quoted = names.filter((name) => above(`\`${name}\``) !== name);
    const labelled = names.filter((name) => above(`File: \`${name}\``) !== name);
    const given = names.filter((name) => inInfo(`ts title="${name}"`) !== name);
    assert.deepEqual([quoted, labelled, given], [[], [], []]);
    const bold = names.filter((name) => !name.includes(" ") && above(`**${name}**`) !== name);
    assert.deepEqual(bold, []);
  });

  it("A3 is no language, version, address, package, method or other word with a dot", () => {
    const infos = [
      "ts",
      "vb.net",
      "VB.NET",
      "asp.net",
      "node.js",
      "Node.js",
      "next.js",
      "three.js",
      "vue.js",
      "react.js",
      "d3.js",
      "python3.11",
      "python3",
      "c++",
      "c++17",
      "c#",
      "f#",
      "objective-c++",
      "html.erb",
      "js.erb",
      "html.twig",
      "blade.php",
      "Dockerfile",
      "Makefile",
      "shell-session",
      "ts {1,3-5}",
      "ts v1.2",
      "ts 1.2.3",
      "ts{1,3}",
      "js linenums=1",
      'js title="Terminal"',
      "{.python .numberLines}",
      "{r}",
      "ts twoslash",
      "rust,no_run",
      "sh https://a.example/cart.ts",
      "ts path/to/file.ts",
    ];
    assert.deepEqual(wrong(inInfo, infos), []);
    const comments = [
      "// The cart.",
      "// node.js",
      "// Uses Node.js 20.1",
      "// console.log",
      "// window.location",
      "// process.env",
      "// e.g. src/cart.ts",
      "// see src/cart.ts",
      "// from src/cart.ts",
      "// import of src/cart.ts",
      "// src/a.ts and src/b.ts",
      "// TODO: src/cart.ts",
      "// Tests for src/cart.ts",
      "// https://a.example/cart.ts",
      "// example.com/cart.ts",
      "// me@a.example.com",
      "# Python 3.11",
      "# pip install -r requirements.txt",
      "# python app.py",
      "#!/usr/bin/env node.js",
      "/* src/cart.ts",
      "import './src/cart.ts'",
      '#include "src/cart.h"',
      "'src/cart.ts'",
      "--- a/src/cart.ts",
      "+++ b/src/cart.ts",
      "/* src/cart.ts and more */ let a;",
      "// path/to/your/file.ts",
    ];
    assert.deepEqual(wrong(inComment, comments), []);
    const texts = [
      "Use version `1.2`:",
      "Call `items.map` with and/or `src/utils`:",
      "`items.map`",
      "`console.log`:",
      "`process.env`:",
      "`res.json`:",
      "`app.get`:",
      "`@scope/name`:",
      "`lodash.debounce`:",
      "In VB.NET it is:",
      "With Node.js:",
      "Using Three.js:",
      "`https://a.example/cart.ts`:",
      "https://a.example/src/cart.ts:",
      "Write to me@a.example.com:",
      "See `example.com/cart.html`:",
      "For example, in `src/cart.ts`:",
      "e.g. `src/cart.ts`:",
      "z. B. `src/cart.ts`:".replace("z. B.", "Z.B."),
      "Move it from `a.ts` to `b.ts`:",
      "Import `src/item.ts` in `src/cart.ts`:",
      "- `src/item.ts`\n- `src/cart.ts`",
      "Files:\nsrc/item.ts\nsrc/cart.ts",
      "| file |\n| - |\n| src/cart.ts |",
      "`src/cart.ts`\n\n---",
      "`src/cart.ts` is the file.\n\nThen:",
      "`src/cart.ts`\n\nUse reduce:",
      "In `src/cart.ts`, change the loop.",
      "The cart is in `src/cart.ts`",
      "Run `src/cart.ts`:",
      "Run `node src/cart.js`:",
      "Then execute `src/cart.ts`:",
      "Output of `src/cart.ts`:",
      "Before (`src/cart.ts`):",
      "Old `src/cart.ts`:",
      "`src/cart.ts` (before)",
      "Delete `src/cart.ts`:",
      "Delete the file `src/cart.ts`",
      "Rename `src/cart.ts`:",
      "This is what `src/item.ts` imports from `src/cart.ts`:",
      "Code from `src/cart.ts`:",
      "Unlike `src/cart.ts`:",
      "See `src/cart.ts`:",
      "Tests for `src/cart.ts`:",
      "Here's a unit test for `src/cart.ts`:",
      "Beispiel für `src/cart.ts`:",
      "Exemple : `src/cart.ts`",
      "例：`src/cart.ts`",
      "运行 `src/cart.ts`：",
      "Führe `src/cart.ts` aus:".replace(" aus", ""),
      "Exécutez `src/cart.ts` :",
      "`src/.../cart.ts`:",
      "`path/to/cart.ts`:",
      "`@/cart.ts`:",
      "`**/*.ts`:",
      "*.ts:",
      "`src/{cart,item}.ts`:",
      "`application/vnd.api+json`:",
      `\`${"a".repeat(400)}.ts\`:`,
      "It ends at 3.5/km.:",
      "Is it A.I. or not:",
    ];
    assert.deepEqual(wrong(above, texts), []);
  });

  it("A3 is a language where the info string begins with one, and no path", () => {
    const languages = {
      "": "",
      ts: "ts",
      " typescript ": "typescript",
      "ts src/cart.ts": "ts",
      "ts:src/cart.ts": "ts",
      "src/cart.ts": "",
      "./src/cart.ts": "",
      Dockerfile: "Dockerfile",
      "app.py": "",
      "vb.net": "vb.net",
      "node.js": "node.js",
      "python3.11": "python3.11",
      "c++17": "c++17",
      "objective-c++": "objective-c++",
      "html.erb": "html.erb",
      "c#": "c#",
      "10:20:src/cart.ts": "",
      'title="src/cart.ts"': "",
      'filename: "src/cart.ts"': "",
      '{filename: "src/cart.ts"}': "",
      "{src/cart.ts}": "",
      "{.python .numberLines}": "python",
      "{r}": "r",
      "ts{1,3}": "ts",
      "rust,no_run": "rust",
      "tsx|CODE_EDIT|src/cart.ts": "tsx",
    };
    for (const [info, language] of Object.entries(languages))
      assert.equal(languageOf(info), language, info);
  });

  it("A3 says whether it is called new, and whether it can only be a path", () => {
    for (const text of [
      "New file: `a.ts`",
      "`a.ts` (new)",
      "Create **a.ts**:",
      "Neue Datei: `a.ts`",
      "Erstelle `a.ts`",
      "Nouveau fichier : `a.ts`",
      "Créez `a.ts` :",
      "Nuevo archivo: `a.ts`",
      "Nuovo file: `a.ts`",
      "Novo arquivo: `a.ts`",
      "Новый файл: `a.ts`",
      "新建文件：`a.ts`",
      "新規ファイル：`a.ts`",
      "새 파일: `a.ts`",
    ])
      assert.equal(flags(text), "new", text);
    assert.equal(flags("", 'ts title="a.ts (new)"'), "new");
    assert.equal(flags("`a.ts`"), "");
    assert.equal(flags("`src/cart.ts`"), "sure");
    assert.equal(flags("`docker/Dockerfile`"), "sure");
    assert.equal(flags("With the discount, `src/cart.ts` becomes:"), "sure sentence");
    assert.equal(flags("Let me now create the missing `src/cart.ts`:"), "new sure sentence");
    assert.equal(flags("Add to `src/cart.ts`:"), "sure sentence");
  });

  it("is the path above where the code has only its end", () => {
    assert.equal(shown(namedFile("ts", "**src/item.ts**", "// item.ts\ncode")), "src/item.ts");
    assert.equal(shown(namedFile("ts title=item.ts", "`src/item.ts`:")), "src/item.ts");
    assert.equal(shown(namedFile("ts", "**src/item.ts**", "// other.ts\ncode")), "other.ts");
    assert.equal(shown(namedFile("ts json.ts", "`other.ts`")), "json.ts");
  });

  it("names one block, not the next", () => {
    const [first, second] = answerBlocks("`src/cart.ts`:\n\n```\na\n```\n\n```\nb\n```");
    assert.equal(shown(first?.file), cart);
    assert.equal(second?.file, undefined);
  });

  it("is named for the block in its own item of a list, and for the one below only if it leads there", () => {
    const items =
      "1. Update `a.ts`:\n\n   ```\n   a\n   ```\n\n2. Update `b.ts`\n   ```\n   b\n   ```\n";
    assert.deepEqual(files(items), ["a.ts", "b.ts"]);
    assert.deepEqual(files("1. Read it\n2. Update `a.ts`:\n\n```\na\n```"), ["a.ts"]);
    assert.deepEqual(files("1. Read it\n2. Update `a.ts`\n\n```\na\n```"), [undefined]);
    assert.deepEqual(files("1. Update `a.ts`\n\n```\na\n```"), ["a.ts"]);
  });

  it("is never part of the text, nor is the empty line that sets it apart", () => {
    const texts = {
      "// src/cart.ts\n\ncode": "code",
      "// src/cart.ts\r\ncode": "code",
      "// src/cart.ts": "",
      "#!/bin/sh\n# bin/run.sh\n\ncode": "#!/bin/sh\n\ncode",
      "/*\n * a/b.css\n */\nbody {}": "body {}",
      "code\n// src/cart.ts": "code\n// src/cart.ts",
      "// not a file\ncode": "// not a file\ncode",
    };
    for (const [code, text] of Object.entries(texts)) {
      const [block] = answerBlocks(`\`\`\`\n${code}\n\`\`\``);
      assert.equal(block?.text, text.replaceAll("\r", ""), code);
    }
    const [heading] = answerBlocks("```md\n# docs/guide.md\n\nText\n```");
    assert.equal(heading?.text, "# docs/guide.md\n\nText");
    assert.equal(heading?.file, undefined);
  });

  it("is no reason to apply an answer of excerpts, which say their lines, unless they are changes", () => {
    const one = { code: "a" };
    const diff = "--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b";
    const search = "a.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE";
    const excerpt = { ...one, file: { path: "a.ts", lines: { first: 10, last: 20 } } };
    assert.equal(canApply("", []), false);
    assert.equal(canApply("", [excerpt, excerpt]), false);
    assert.equal(canApply("", [excerpt, one]), true);
    assert.equal(canApply("", [excerpt, { ...one, file: { path: "b.ts" } }]), true);
    for (const change of [diff, search]) {
      assert.equal(canApply(change, []), true);
      assert.equal(canApply(`\`\`\`ts a.ts:10-20\na\n\`\`\`\n\n${change}\n`, [excerpt]), true);
      assert.equal(canApply("", [{ ...excerpt, code: change }]), true);
    }
  });
});
