import assert from "node:assert/strict";
import { realpath, rm, symlink } from "node:fs/promises";
import {
  filesBelow,
  limits,
  rootsOf,
  type Walk,
  type WalkOptions,
} from "../../../../../src/builtInHub/tools/workspace/walk";
import { SearchIndex } from "../../../../../src/builtInHub/tools/workspace/searchIndex";
import { temporaryFolder } from "../temporaryFolder";

const never = new AbortController().signal;
const started = (): Walk => ({ files: 0, bytes: 0 });

async function namesIn(paths: readonly string[], options: WalkOptions = {}): Promise<string[]> {
  const folders = paths.map((path) => ({ name: "shop", path }));
  const found: string[] = [];
  for await (const { name } of filesBelow(folders, started(), never, options)) found.push(name);
  return found;
}

describe("a walk through the open folders", () => {
  it("goes as deep as it may", async () => {
    await using folder = await temporaryFolder({ "a.ts": "", "b/c.ts": "", "b/d/e.ts": "" });
    const within = { ...limits, depth: 1 };
    assert.deepEqual(await namesIn([folder.path], { within }), ["a.ts", "b/c.ts"]);
  });

  it("stays below the folder or file that is named, not below one with a longer name", async () => {
    await using folder = await temporaryFolder({
      "src/a.ts": "",
      "src/b/c.ts": "",
      "srcs/d.ts": "",
      "src.ts": "",
    });
    assert.deepEqual(await namesIn([folder.path], { below: "src" }), ["src/a.ts", "src/b/c.ts"]);
    assert.deepEqual(await namesIn([folder.path], { below: "src.ts" }), ["src.ts"]);
    assert.deepEqual(await namesIn([folder.path], { below: "src/b" }), ["src/b/c.ts"]);
  });

  it("comes to each file once where one open folder lies in another", async () => {
    await using folder = await temporaryFolder({ "a.ts": "", "b/c.ts": "" });
    const names = await namesIn([folder.path, folder.at("b"), folder.path]);
    assert.deepEqual(names.toSorted(), ["shop-2/c.ts", "shop/a.ts"]);
  });

  it("leaves out a folder that is gone, and takes none for another's", async () => {
    await using folder = await temporaryFolder({ "a.ts": "" });
    const roots = await rootsOf([
      { name: "gone", path: folder.at("gone") },
      { name: "my shop", path: folder.path },
      { name: "again", path: folder.path },
      { name: "", path: folder.at("gone too") },
    ]);
    const at = await realpath(folder.path);
    assert.deepEqual(roots, [{ at, opened: folder.path, prefix: "my-shop/" }]);
  });

  it("G9 does not follow a folder that becomes a link meanwhile", async () => {
    await using outside = await temporaryFolder({ "canary.ts": "" });
    await using folder = await temporaryFolder({ "a.ts": "", "b/c.ts": "" });
    const found: string[] = [];
    for await (const { name } of filesBelow(
      [{ name: "shop", path: folder.path }],
      started(),
      never,
    )) {
      found.push(name);
      await rm(folder.at("b"), { recursive: true, force: true });
      await symlink(outside.path, folder.at("b"));
    }
    assert.deepEqual(found, ["a.ts"]);
  });

  it("reads files up to its limit of bytes each, in all, and of their number", async () => {
    await using folder = await temporaryFolder({
      "a.txt": "x".repeat(10),
      "b.txt": "x".repeat(11),
      "c.txt": "x".repeat(5),
      "d.txt": "x",
    });
    const folders = [{ name: "shop", path: folder.path }];
    const read = async (more: Partial<typeof limits>) => {
      const index = new SearchIndex(() => folders, undefined, { ...limits, ...more });
      const { walk, files } = await index.current();
      return [[...files].map(({ name }) => name).join(" "), walk.cutBy];
    };
    assert.deepEqual(await read({ fileBytes: 10 }), ["a.txt c.txt d.txt", undefined]);
    assert.deepEqual(await read({ files: 4 }), ["a.txt b.txt c.txt d.txt", undefined]);
    assert.deepEqual(await read({ files: 3 }), ["a.txt b.txt c.txt", "files"]);
    assert.deepEqual(await read({ totalBytes: 21 }), ["a.txt b.txt", "bytes"]);
    assert.deepEqual(await read({ totalBytes: 22 }), ["a.txt b.txt c.txt", "bytes"]);
  });
});
