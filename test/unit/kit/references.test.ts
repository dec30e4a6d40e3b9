import assert from "node:assert/strict";
import { fileIn, referencesIn } from "../../../src/kit/references";
import { assertSoon, workedMs } from "../../support/machineSpeed";

/** What a text refers to, as `path:first-last:column` and as addresses. */
function referred(text: string): string[] {
  return Array.from(referencesIn(text), (one) => {
    if ("url" in one) {
      assert.equal(text.slice(one.from, one.to), one.url);
      return one.url;
    }
    const { path, lines, column } = one.file;
    const range = lines ? `:${lines.first}-${lines.last}` : "";
    return path + range + (column === undefined ? "" : `:${column}`);
  });
}

describe("the references in a text", () => {
  it("are files with a folder, a known extension or a line, in the ways in which places are written", () => {
    for (const [text, ...expected] of [
      ["See src/cart.ts.", "src/cart.ts"],
      ["In cart.ts, items are lost", "cart.ts"],
      ["cart.ts:10", "cart.ts:10-10"],
      ["cart.ts:10:5:", "cart.ts:10-10:5"],
      ["cart.ts:10-12,", "cart.ts:10-12"],
      ["cart.ts#L10", "cart.ts:10-10"],
      ["cart.ts#L10C2-L12C9", "cart.ts:10-12"],
      ["src/cart.ts(10,5): error TS2322", "src/cart.ts:10-10:5"],
      ["(src/cart.ts(10,5))", "src/cart.ts:10-10:5"],
      ["    at pay (/home/me/shop/src/cart.ts:10:5)", "/home/me/shop/src/cart.ts:10-10:5"],
      [String.raw`C:\shop\src\cart.ts:10`, "C:/shop/src/cart.ts:10-10"],
      ["./src/cart.ts", "src/cart.ts"],
      ["app/[id]/page.tsx, (shop)/page.tsx", "app/[id]/page.tsx", "(shop)/page.tsx"],
      ['{"path":"src/cart.ts","line":3}', "src/cart.ts"],
      ["src/cart.ts:10:const a = b:2;", "src/cart.ts:10-10"],
      ["**src/cart.ts:3** and _src/sizes.py_", "src/cart.ts:3-3", "_src/sizes.py"],
      ["src/cart.ts:3を見る。notes.md（下）", "src/cart.ts:3-3", "notes.md"],
      ["Dockerfile:3 src/Makefile media/a.png", "Dockerfile:3-3", "src/Makefile", "media/a.png"],
      ["und Übersicht/Größen.md", "Übersicht/Größen.md"],
      ["合計はsrc/買い物かご.ts:12で計算します。", "src/買い物かご.ts:12-12"],
      ["修正するのは 設定/サーバー.ts です", "設定/サーバー.ts"],
      [
        "请看src/购物车/总计.py(3,5)，以及购物车.ts:7。",
        "src/购物车/总计.py:3-3:5",
        "以及购物车.ts:7-7",
      ],
      ["请打开 购物车.ts:7-9 和./src/支付.go", "购物车.ts:7-9", "src/支付.go"],
      ['"my notes.md" "a  b/c.ts" "rm -r src/a.ts "', "notes.md", "b/c.ts", "src/a.ts"],
      ["src/장바구니.ts:3을 보세요", "src/장바구니.ts:3-3"],
      ["cart.tsとsizes.py:3とDockerfile:4を直す", "cart.ts", "sizes.py:3-3", "Dockerfile:4-4"],
      ["src/a.b/画面.tsx（src/画面.test.tsx#L3-L5）", "src/a.b/画面.tsx", "src/画面.test.tsx:3-5"],
      ['File "src/my file.py:3", not "src/your file.py"', "src/my file.py:3-3", "src/your file.py"],
      [
        "In „Meine Ablage/Größen neu.md“ und “my notes.md:4”",
        "Meine Ablage/Größen neu.md",
        "my notes.md:4-4",
      ],
      ['It says "see src/cart.ts for more", not "b c", "src/d e.ts"', "src/cart.ts", "src/d e.ts"],
    ] as const)
      assert.deepEqual(referred(text), expected, text);
  });

  it("are nothing that only looks a little like a file", () => {
    for (const text of [
      "items.map, e.g. 1.5 or v2.0.1, and/or, 10/11, Makefile, input/output",
      "http://a.example/b.html ftp://a.example/b.ts file:///etc/a.ts vscode://x/a.ts",
      String.raw`\\server\share\a.ts //server/share/a.ts ~/a.ts`,
      "a b/.. ./ ../ … ::: ()",
      "购物车.ts 买い物です。サーバー.md 設定、合計.ts",
      `src/${"a".repeat(400)}.ts`,
      "x".repeat(100_000),
    ])
      assert.deepEqual(referred(text), [], text.slice(0, 80));
    assert.equal(fileIn(String.raw`\\server\a.ts`), undefined);
    for (const code of [
      "npm test",
      "cd src && ls a/b.ts ",
      "ls -l src/a.ts",
      "import a.ts",
      "a\tb/c.ts",
    ])
      assert.equal(fileIn(code), undefined, code);
  });

  it("may have spaces where a text is one path as a whole, such as inline code", () => {
    assert.deepEqual(fileIn("src/my file.ts:3"), {
      path: "src/my file.ts",
      lines: { first: 3, last: 3 },
    });
    assert.deepEqual(fileIn("設定 ファイル/合計 2.ts"), { path: "設定 ファイル/合計 2.ts" });
  });

  it("are addresses of https without the sentence around them", () => {
    for (const [text, ...expected] of [
      ["See https://a.example/b.html#c.", "https://a.example/b.html#c"],
      ["(https://a.example/b_(c))", "https://a.example/b_(c)"],
      ["<https://a.example>, 'https://b.example'", "https://a.example", "https://b.example"],
      ["**https://a.example/**", "https://a.example/"],
      ["https://a.example/path。次", "https://a.example/path"],
      ["url=https://a.example/?b=c&d", "https://a.example/?b=c&d"],
      ["[https://a.example/b](https://c.example)", "https://a.example/b"],
      ["http://a.example/?to=https://b.example/ https:// xhttps://"],
    ] as const)
      assert.deepEqual(referred(text), expected, text);
  });

  it("are found in time that grows with the text alone", () => {
    for (const part of [
      "(",
      ")",
      "https://a/)",
      "[",
      "src/a.ts:1:",
      "a.",
      "*",
      "/",
      "{}",
      "車",
      "車.ts",
      "a車/",
      '"',
      '"a b',
    ]) {
      const spaced = `${part.repeat(200)} `.repeat(250);
      const took = workedMs(() => [...referencesIn(part.repeat(50_000)), ...referencesIn(spaced)]);
      assertSoon(took, 500, part);
    }
  });
});
