import assert from "node:assert/strict";
import { readAnswer } from "../../../../support/readAnswer";

const fence = (info: string, code: string) => `~~~~${info}\n${code}\n~~~~\n`;
const named = (path: string, code: string) => `**${path}**\n\n${fence("", code)}`;

const cart = `import { Item } from "./item";

export class Cart {
  items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  total(): number {
    let sum = 0;
    for (const item of this.items) sum += item.price;
    return sum;
  }

  count(): number {
    return this.items.length;
  }
}

export function format(value: number): string {
  return value.toFixed(2);
}
`;
const total = `  total(): number {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }`;
const files = {
  "src/cart.ts": cart,
  "config.json":
    '{\n  "name": "a",\n  "port": 1,\n  "log": {\n    "level": "info"\n  },\n  "db": {\n    "url": "x"\n  }\n}\n',
  "ci.yml": "name: CI\non: push\njobs:\n  test:\n    runs-on: a\n  lint:\n    runs-on: b\n",
  "docs/patch.md": "# Patches\n\nNothing yet.\n",
  "list.txt": "one\ntwo\n",
};

const read = async (output: string, more: Partial<Parameters<typeof readAnswer>[0]> = {}) =>
  readAnswer({ output, files, ...more });

/** The sentences of an answer that proposes nothing. */
async function refused(output: string, more = {}): Promise<string> {
  const { files: proposed, refusals } = await read(output, more);
  assert.deepEqual(proposed, {}, output);
  return refusals.join("\n");
}

const isPart = /^[\w./]+ seems to be shown only in part, as /;

describe("a code block that names a file", () => {
  it("never replaces the file with a part of it, whether or not it says so", async () => {
    const [head = "", , , , tail = ""] = cart.split(/(?<=\n)\n/);
    for (const part of [
      total,
      total.replaceAll(/^ {2}/gm, ""),
      `export class Cart {\n${total}\n}`,
      `${head}\nexport class Cart {\n${total}\n}`,
      `${head}\nexport class Cart {\n${total}\n}\n\n${tail}`,
      cart.slice(0, cart.indexOf("export function")).replace("let sum = 0", "let sum = 1"),
      cart.slice(cart.indexOf("export class")).replace("let sum = 0", "let sum = 1"),
      cart.slice(0, cart.indexOf("  count")).replace("let sum = 0", "let sum = 1"),
      "export function discount(value: number): number {\n  return value * 0.9;\n}",
    ])
      assert.match(await refused(named("src/cart.ts", part.trimEnd())), isPart, part);
    for (const part of [
      '{\n  "port": 2\n}',
      '{\n  "name": "b",\n  "port": 1\n}',
      '{\n  "name": "a",\n  "port": 1,\n  "log": {\n    "level": "debug"\n  }\n}',
      '  "port": 2,',
      '{\n  "log": {\n    "level": "debug"\n  }\n}',
    ])
      assert.match(await refused(named("config.json", part)), isPart, part);
    for (const part of [
      "jobs:\n  test:\n    runs-on: c",
      "  test:\n    runs-on: c",
      "name: CI\non: push\njobs:\n  test:\n    runs-on: c",
    ])
      assert.match(await refused(named("ci.yml", part)), isPart, part);
  });

  it("replaces it with a whole version, also with one that lacks what is no longer used", async () => {
    for (const version of [
      cart.replace(/ {2}total[^]*?\n {2}\}/, total),
      cart.replace(/\nexport function format[^]*/, ""),
      cart.replace("format(", "asText("),
      cart.replace("add(", "put(").replace("count(", "size("),
      `// The cart of the shop\n${cart}`,
      `${cart}\nexport const empty = new Cart();\n`,
    ]) {
      const { files: proposed, refusals } = await read(named("src/cart.ts", version.trimEnd()));
      assert.deepEqual(proposed, { "src/cart.ts": version }, refusals.join(" "));
    }
  });

  it("never replaces the file with code that has nothing of what others use of it", async () => {
    const file =
      'import { b } from "./b";\n\nexport class A {\n  run() {\n    return helped(b, limit);\n  }\n}\n\nfunction helped(x: number, y: number) {\n  return x + y;\n}\n\nconst limit = 3;\n';
    const test =
      'import { a } from "./a";\n\nconst key = "x";\n\ndescribe("a", () => {\n  it("runs", () => a(key));\n});\n\ndescribe("b", () => {\n  it("stops", () => a(key));\n});\n';
    const oneClass =
      'import { b } from "./b";\n\nclass A {\n  run() {\n    const sum = b();\n    log(sum);\n    return sum;\n  }\n}\n';
    const parts: [string, string][] = [
      ["let limit = 4;", file],
      ['import { b } from "./b";\n\nfunction helped(x: number) {\n  return x;\n}', file],
      ['import { A } from "./a";\n\nconst a = new A();\na.run();', file],
      ['let key = "y";', test],
      ["run() {\n  const sum = b();\n  log(sum);\n  return 2 * sum;\n}", oneClass],
    ];
    for (const [part, whole] of parts)
      assert.notEqual(await refused(named("a.ts", part), { files: { "a.ts": whole } }), "", part);
  });

  it("replaces the file that a sentence names only if it resembles it", async () => {
    const version = cart.replace("let sum = 0", "let sum = 1");
    const updated = `Here's the updated \`src/cart.ts\`:\n\n${fence("ts", version.trimEnd())}`;
    assert.deepEqual((await read(updated)).files, { "src/cart.ts": version });
    for (const [sentence, code] of [
      ["The words of `list.txt` in capitals are:", "ONE\nTWO"],
      ["At the end of `docs/patch.md` add:", "# More\n\nThe end."],
    ])
      assert.notEqual(await refused(`${sentence}\n\n${fence("", code!)}`), "", sentence);
  });

  it("is not the text of two files, nor one with the marks of a diff", async () => {
    const both = "export const a = 1;\n\n// src/b.ts\nexport const b = 2;";
    assert.equal(
      await refused(named("src/a.ts", both)),
      "The code block for src/a.ts seems to contain src/b.ts as well.",
    );
    const marked =
      "export class Cart {\n  items: Item[] = [];\n\n-  add(item: Item): void {\n+  put(item: Item): void {";
    const changed = { "src/cart.ts": cart.replace("  add(", "  put(") };
    assert.deepEqual((await read(`**src/cart.ts**\n\n${fence("ts", marked)}`)).files, changed);
  });

  it("adds nothing above a removed line where no unchanged one shows how far above", async () => {
    const diff = "--- list.txt\n+++ list.txt\n@@ -1,5 +1,5 @@\n+zero\n-two\n+TWO";
    const { files: proposed, refusals } = await read(fence("diff", diff));
    assert.deepEqual(proposed, { "list.txt": "one\nTWO\n" });
    assert.equal(refusals.length, 1);
  });

  it("leaves out what a line in brackets stands for", async () => {
    const output = `**docs/patch.md**\n\n${fence("markdown", "# Patch\n\n*(rest of the file unchanged)*")}`;
    assert.notEqual(await refused(output), "");
  });

  it("creates no file from a fragment, nor from a name that may be something else", async () => {
    for (const part of [
      "// ... existing code ...\nexport const a = 1;",
      "    return a;",
      "export function a() {\n  if (b) {\n    c();",
    ])
      assert.equal(
        await refused(named("src/new.ts", part)),
        "src/new.ts does not exist, and the answer shows only a part of it.",
      );
    assert.equal(
      await refused(named("server.js", "run();")),
      "server.js does not exist, and the answer does not call it new.",
    );
    const { files: proposed } = await read(named("src/new.ts", "export const a = 1;"));
    assert.deepEqual(proposed, { "src/new.ts": "export const a = 1;\n" });
  });

  it("creates no file where the answer ends before the block does", async () => {
    const output = "**src/tax.ts** (new)\n\n```ts\nexport const rate = 0.19;\n";
    assert.deepEqual((await readAnswer({ output, files })).files, {});
    const whole = await readAnswer({ output: `${output}\`\`\`\n`, files });
    assert.deepEqual(whole.files, { "src/tax.ts": "export const rate = 0.19;\n" });
  });

  it("is not for what was asked about where the line above says otherwise", async () => {
    const code = fence("ts", "const cart = new Cart();\ncart.total();");
    const asked = { files, selection: ["src/cart.ts", "    let sum = 0;\n"] as const };
    for (const above of ["Before:", "This prints:"])
      assert.deepEqual((await readAnswer({ output: `${above}\n\n${code}`, ...asked })).files, {});
    const other = await readAnswer({ output: `Then:\n\n${code}`, ...asked });
    assert.deepEqual(Object.keys(other.files), ["src/cart.ts"]);
  });

  it("has what looks like a change as its text, which changes no other file", async () => {
    const change = "--- a/list.txt\n+++ b/list.txt\n@@ -1 +1 @@\n-one\n+ONE";
    const search = "list.txt\n<<<<<<< SEARCH\none\n=======\nONE\n>>>>>>> REPLACE";
    const patch = "*** Begin Patch\n*** Update File: list.txt\n@@\n-one\n+ONE\n*** End Patch";
    for (const example of [change, search, patch]) {
      const text = `# Patches\n\nNothing yet, but:\n\n\`\`\`\n${example}\n\`\`\``;
      assert.deepEqual((await read(`**docs/patch.md**\n\n${fence("markdown", text)}`)).files, {
        "docs/patch.md": `${text}\n`,
      });
      const test = `test("it", () => {\n  const patch = \`\n${example}\n\`;\n});`;
      assert.deepEqual((await read(named("test/a.test.ts", test))).files, {
        "test/a.test.ts": `${test}\n`,
      });
      assert.equal(await refused(fence("ts", test)), isForNothing, "without a name");
      assert.deepEqual((await read(named("fix/one.patch", example))).files, {
        "fix/one.patch": `${example}\n`,
      });
      assert.deepEqual((await read(fence("", example))).files, { "list.txt": "ONE\ntwo\n" });
      assert.deepEqual((await read(named("list.txt", example))).files, {
        "list.txt": "ONE\ntwo\n",
      });
    }
  });
});

const isForNothing = "A code block names no file, and the question was not asked about one.";

const diffOf = (body: string) => `--- src/cart.ts\n+++ src/cart.ts\n@@ @@\n${body}`;

describe("several blocks for one file", () => {
  const one = cart.replace("let sum = 0", "let sum = 1");
  const two = cart.replace("let sum = 0", "let sum = 2");
  const isTwice =
    "src/cart.ts is in the answer in several versions, of which the last whole one is proposed.";
  const diff = diffOf("-    let sum = 0;\n+    let sum = 2;");

  it("are versions, of which the last whole one counts, and the answer says so", async () => {
    const versions = `${named("src/cart.ts", one)}\nWait, corrected:\n\n${named("src/cart.ts", two)}`;
    assert.deepEqual(await read(versions), { files: { "src/cart.ts": two }, refusals: [isTwice] });
    const { files: proposed, refusals } = await read(`${versions}\n${named("src/cart.ts", total)}`);
    assert.deepEqual(proposed, { "src/cart.ts": two });
    assert.match(refusals.join("\n"), /seems to be shown only in part[^]*several versions/);
  });

  it("are one proposal where they say the same, or explain it", async () => {
    for (const output of [
      named("src/cart.ts", two) + named("src/cart.ts", two),
      fence("diff", diff) + named("src/cart.ts", two),
      named("src/cart.ts", two) + fence("diff", diff),
      `${named("src/cart.ts", two)}Here:\n\n${named("src/cart.ts", "    let sum = 2;")}`,
      fence("diff", diff) + fence("diff", diff),
    ])
      assert.deepEqual(await read(output), { files: { "src/cart.ts": two }, refusals: [] }, output);
  });

  it("are one proposal where they change different parts", async () => {
    const other = diffOf("-  count(): number {\n+  size(): number {");
    const { files: proposed } = await read(fence("diff", diff) + fence("diff", other));
    assert.deepEqual(proposed, { "src/cart.ts": two.replace("count()", "size()") });
    const later = await read(named("src/cart.ts", two) + fence("diff", other));
    assert.deepEqual(later, {
      files: { "src/cart.ts": two.replace("count()", "size()") },
      refusals: [],
    });
    const created = named("src/new.ts", "export const a = 1;\nexport const b = 2;");
    const changed =
      "--- src/new.ts\n+++ src/new.ts\n@@ @@\n-export const b = 2;\n+export const b = 3;";
    assert.deepEqual((await read(created + fence("diff", changed))).files, {
      "src/new.ts": "export const a = 1;\nexport const b = 3;\n",
    });
  });
});

describe("a whole version in another indentation", () => {
  it("has that of the file", async () => {
    const tabs = cart.replaceAll("  ", "\t");
    const version = cart.replace("let sum = 0", "let sum = 1");
    const { files: proposed } = await read(named("src/cart.ts", version), {
      files: { "src/cart.ts": tabs },
    });
    assert.deepEqual(proposed, { "src/cart.ts": tabs.replace("let sum = 0", "let sum = 1") });
  });

  it("is refused where that of its new lines is not clear", async () => {
    const version = cart.replace("let sum = 0", "let sum = 1;\n         sum += 1");
    const tabs = { files: { "src/cart.ts": cart.replaceAll("  ", "\t") } };
    assert.equal(
      await refused(named("src/cart.ts", version), tabs),
      "src/cart.ts is shown in another indentation, and that of its new lines is not clear.",
    );
  });

  it("has its own where nothing else changes", async () => {
    const { files: proposed } = await read(named("src/cart.ts", cart.trimEnd()), {
      files: { "src/cart.ts": cart.replaceAll("  ", "\t") },
    });
    assert.deepEqual(proposed, { "src/cart.ts": cart });
  });
});
