import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { filesBelow, limits, type Walk } from "../../../../../src/builtInHub/tools/workspace/walk";
import { textFilesNamed } from "../../../../../src/builtInHub/tools/workspace/textFiles";
import { temporaryFolder } from "../temporaryFolder";

const names = async (path: string) => {
  const walk: Walk = { files: 0, bytes: 0 };
  const found: string[] = [];
  const { signal } = new AbortController();
  for await (const { name } of filesBelow([{ name: "shop", path }], walk, signal)) {
    found.push(name);
  }
  return found.filter((name) => !name.endsWith(".gitignore")).toSorted();
};

describe("files that git ignores", () => {
  const table: readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    expected: readonly string[],
  ][] = [
    [
      "a file of the top folder ignores at every level",
      { ".gitignore": "*.log\n", "a.log": "", "a.ts": "", "b/c/d.log": "", "b/c/d.ts": "" },
      ["a.ts", "b/c/d.ts"],
    ],
    [
      "a folder ignores all that it contains",
      { ".gitignore": "gen/\n", "gen/a.ts": "", "b/gen/c/d.ts": "", "b/generated.ts": "" },
      ["b/generated.ts"],
    ],
    [
      "a pattern with a slash counts from its own folder",
      {
        "b/.gitignore": "/x.ts\nc/y.ts\n",
        "x.ts": "",
        "b/x.ts": "",
        "b/e/x.ts": "",
        "b/c/y.ts": "",
        "b/e/c/y.ts": "",
      },
      ["b/e/c/y.ts", "b/e/x.ts", "x.ts"],
    ],
    [
      "a pattern without one holds below its own folder only",
      { "b/.gitignore": "x.*\n", "x.ts": "", "b/x.ts": "", "b/e/f/x.md": "" },
      ["x.ts"],
    ],
    [
      "a folder's name holds at every level below its own folder",
      { "b/.gitignore": "gen/\n", "b/c/gen/x.ts": "", "b/gen/x.ts": "", "gen/x.ts": "" },
      ["gen/x.ts"],
    ],
    [
      "the file below has the last word",
      {
        ".gitignore": "*.md\n",
        "b/.gitignore": "!keep.md\n",
        "keep.md": "",
        "b/keep.md": "",
        "b/other.md": "",
      },
      ["b/keep.md"],
    ],
    [
      "a folder that is kept again still has its ignored files",
      { ".gitignore": "/b/c\n*.log\n", "b/.gitignore": "!c\n", "b/c/x.log": "", "b/c/x.ts": "" },
      ["b/c/x.ts"],
    ],
    [
      "nothing is kept in a folder that is ignored itself",
      { ".gitignore": "c/\n!c/x.ts\n", "c/.gitignore": "!*\n", "c/x.ts": "", "a.ts": "" },
      ["a.ts"],
    ],
    [
      "comments, blank lines, escapes and a byte order mark are read as git does",
      {
        ".gitignore": "\uFEFFfirst.ts\r\n# a.ts\r\n\r\n\\#b.ts\r\n\\!c.ts\r\nd.ts  \r\n",
        "first.ts": "",
        "a.ts": "",
        "#b.ts": "",
        "!c.ts": "",
        "d.ts": "",
      },
      ["a.ts"],
    ],
    [
      "the name of a folder is no pattern",
      { "a[b]*/.gitignore": "x.ts\n", "a[b]*/x.ts": "", "ab/x.ts": "", "a[b]*/y.ts": "" },
      ["a[b]*/y.ts", "ab/x.ts"],
    ],
    [
      "what git excludes for itself is ignored as well",
      { ".git/info/exclude": "mine.ts\n", "mine.ts": "", "a.ts": "" },
      ["a.ts"],
    ],
  ];
  for (const [what, files, expected] of table)
    it(what, async () => {
      await using folder = await temporaryFolder(files);
      assert.deepEqual(await names(folder.path), expected);
      for (const name of Object.keys(files)) {
        const read = await textFilesNamed([{ name: "shop", path: folder.path }], name);
        const isHidden = name.startsWith(".git/") || name.endsWith(".gitignore");
        if (!isHidden) assert.equal(read.length, expected.includes(name) ? 1 : 0, name);
      }
    });

  it("are those of the whole repository where a folder in it is open", async () => {
    await using folder = await temporaryFolder({
      ".git/HEAD": "",
      ".gitignore": "*.log\n/packages/shop/local/\n",
      "packages/.gitignore": "*.tmp\n",
      "packages/shop/a.ts": "",
      "packages/shop/a.log": "",
      "packages/shop/a.tmp": "",
      "packages/shop/local/b.ts": "",
    });
    assert.deepEqual(await names(folder.at("packages", "shop")), ["a.ts"]);
  });

  it("are not those of folders above that belong to no repository", async () => {
    await using folder = await temporaryFolder({ ".gitignore": "*.ts\n", "shop/a.ts": "" });
    assert.deepEqual(await names(folder.at("shop")), ["a.ts"]);
  });

  it("do not include the open folder itself", async () => {
    await using folder = await temporaryFolder({
      ".git/HEAD": "",
      ".gitignore": "generated/\n",
      "generated/a.ts": "",
    });
    assert.deepEqual(await names(folder.at("generated")), ["a.ts"]);
  });

  it("tell capitals apart where the file system does", async () => {
    await using folder = await temporaryFolder({ ".gitignore": "BUILD.md\n", "build.md": "" });
    const isTold = process.platform === "linux";
    assert.deepEqual(await names(folder.path), isTold ? ["build.md"] : []);
  });

  it("are none where the list is a folder", async () => {
    await using folder = await temporaryFolder({ ".gitignore/a.ts": "a.ts", "a.ts": "" });
    assert.deepEqual(await names(folder.path), ["a.ts"]);
  });

  it("do not follow from a link to a list elsewhere", async () => {
    await using folder = await temporaryFolder({ "rules.txt": "a.ts\n", "shop/a.ts": "" });
    await symlink(folder.at("rules.txt"), folder.at("shop", ".gitignore"));
    assert.deepEqual(await names(folder.at("shop")), ["a.ts"]);
  });

  it("include those that a pattern of exponential time leaves undecided", async () => {
    const deep = `${"a/".repeat(23)}deep.txt`;
    await using folder = await temporaryFolder({
      "hostile/.gitignore": Array.from(
        { length: 100 },
        (_, at) => `${"**/a/".repeat(12)}b${at}`,
      ).join("\n"),
      [`hostile/${deep}`]: "",
      [`other/${deep}`]: "",
      "hostile/near.ts": "",
    });
    const { signal } = new AbortController();
    const found: string[] = [];
    const walk: Walk = { files: 0, bytes: 0 };
    const folders = [{ name: "shop", path: folder.path }];
    const within = { ...limits, milliseconds: Infinity, ruleMilliseconds: 50 };
    for await (const { name } of filesBelow(folders, walk, signal, { within })) found.push(name);
    assert.deepEqual(found, ["hostile/.gitignore", "hostile/near.ts", `other/${deep}`]);
    assert.deepEqual(await textFilesNamed(folders, `hostile/${deep}`), []);
  });
});
