import assert from "node:assert/strict";
import { rm, symlink, utimes, writeFile } from "node:fs/promises";
import { search } from "../../../../../src/builtInHub/tools/workspace/searchFiles";
import {
  SearchIndex,
  tellingWords,
  termsOf,
} from "../../../../../src/builtInHub/tools/workspace/searchIndex";
import { temporaryFolder, type TemporaryFolder } from "../temporaryFolder";

const over = ({ path }: TemporaryFolder, exclude: readonly string[] = []) =>
  new SearchIndex(
    () => [{ name: "shop", path }],
    () => exclude,
  );

/** Where a query leads, best first. */
async function places(
  index: SearchIndex,
  query: string,
  below = "",
): Promise<string[] | undefined> {
  const found = await search(index, query, below);
  return found?.matches.map(({ name, line }) => `${name}:${line}`);
}

describe("a search in the files of the workspace", () => {
  it("X5 masks secrets in what is found, and finds none of them", async () => {
    await using folder = await temporaryFolder({
      "db.ini": "user = shopUser\npassword = s3cr3t-canary\n",
    });
    const index = over(folder);
    const found = await search(index, "shopUser");
    assert.match(JSON.stringify(found?.matches), /shopUser.*\[masked/);
    assert.doesNotMatch(JSON.stringify(found), /canary/);
    assert.deepEqual(await places(index, '"s3cr3t-canary"'), []);
  });

  it("puts names of files and of code before prose, and tests behind", async () => {
    await using folder = await temporaryFolder({
      "notes.md": "The discount, discount after discount, is a discount.\n",
      "src/price.ts": "export function discount() {}\n",
      "src/discount.ts": "export const rate = 2;\n",
      "test/price.test.ts": "discount(); discount();\n",
    });
    assert.deepEqual(await places(over(folder), "How does the discount work?"), [
      "src/discount.ts:1",
      "src/price.ts:1",
      "notes.md:1",
      "test/price.test.ts:1",
    ]);
  });

  it("knows a name by its parts and in other forms, and a whole name best", async () => {
    await using folder = await temporaryFolder({
      "a.ts": "const parse = 1; const config = 2;\n",
      "b.ts": "export function parseConfig() {}\n",
      "c.ts": "parsing_configs();\n",
    });
    const index = over(folder);
    assert.equal((await places(index, "Where is parseConfig used?"))?.[0], "b.ts:1");
    assert.equal((await places(index, "How are configurations parsed?"))?.length, 3);
  });

  it("finds the line that says most, with three lines around it", async () => {
    const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`);
    lines[70] = "retry after a while";
    await using folder = await temporaryFolder({ "long.txt": lines.join("\n") });
    const found = await search(over(folder), "When is it retried after a while?");
    const [first] = found?.matches ?? [];
    assert.deepEqual([first?.line, first?.from, first?.excerpt.length], [71, 68, 7]);
  });

  it("takes what is quoted as it is written, if it is anywhere", async () => {
    await using folder = await temporaryFolder({
      "a.ts": "const hub = key;\n",
      "b.ts": "// the hub key is here\n",
      "c.md": "It's `key`: (hub)\n",
    });
    const index = over(folder);
    for (const query of ['"hub key"', "Where is `hub key`?", "“Hub Key”", "'hub key'"])
      assert.deepEqual(await places(index, query), ["b.ts:1"], query);
    assert.deepEqual(await places(index, "(hub"), await places(index, "hub"));
    assert.deepEqual(await places(index, "): ("), []);
    assert.deepEqual(await places(index, ": ("), ["c.md:1"]);
    assert.equal((await places(index, '"nowhere" hub'))?.length, 3);
  });

  it("looks for nothing where there is no word", async () => {
    await using folder = await temporaryFolder({ "a.ts": "is a ?\n" });
    for (const query of ["", "?", " "]) assert.equal(await places(over(folder), query), undefined);
  });

  it("stays below a folder, and shows files that are read", async () => {
    await using folder = await temporaryFolder({ "src/a.ts": "total", "srcs/a.ts": "total" });
    const index = over(folder, ["**/b.ts"]);
    assert.deepEqual(await places(index, "total", "src"), ["src/a.ts:1"]);
  });

  it("sees what was changed, added, excluded or removed since the last question", async () => {
    await using folder = await temporaryFolder({ "a.ts": "first", "b.ts": "total" });
    const exclude: string[] = [];
    const index = over(folder, exclude);
    assert.deepEqual(await places(index, "total"), ["b.ts:1"]);
    await writeFile(folder.at("a.ts"), "total");
    await folder.write({ "c.ts": "total" });
    assert.deepEqual((await places(index, "total"))?.toSorted(), ["a.ts:1", "b.ts:1", "c.ts:1"]);
    assert.deepEqual(await places(index, "first"), []);
    await rm(folder.at("b.ts"));
    exclude.push("c.ts");
    assert.deepEqual(await places(index, "total"), ["a.ts:1"]);
    // Of the same size, and dated back.
    await writeFile(folder.at("a.ts"), "other");
    await utimes(folder.at("a.ts"), 0, 0);
    assert.deepEqual(await places(index, "total"), []);
    await rm(folder.at("a.ts"));
    await folder.write({ "outside/a.ts": "total" });
    await symlink(folder.at("outside", "a.ts"), folder.at("a.ts"));
    assert.deepEqual(await places(index, "total"), ["outside/a.ts:1"]);
  });

  it("reads a file once for several questions", async () => {
    await using folder = await temporaryFolder({ "a.ts": "total" });
    const index = over(folder);
    const first = (await index.current()).files;
    const [one, other] = await Promise.all([index.current(), index.current()]);
    assert.deepEqual([...one.files], [...first]);
    assert.equal([...other.files][0], [...first][0]);
    assert.equal(one, other, "questions that wait share a look");
  });

  it("forgets everything where no folder is open", async () => {
    await using folder = await temporaryFolder({ "a.ts": "total" });
    const folders = [{ name: "shop", path: folder.path }];
    const index = new SearchIndex(() => folders);
    assert.deepEqual(await places(index, "total"), ["a.ts:1"]);
    folders.pop();
    assert.deepEqual(await places(index, "total"), []);
  });
});

describe("the words of a search", () => {
  it("are the telling ones of a question", () => {
    const question = "Where do we use the hub's parseConfig for timeouts?";
    assert.deepEqual(tellingWords(question), ["hub", "parseConfig", "timeouts"]);
  });

  it("are names with their parts, without endings, and characters where there are no spaces", () => {
    assert.deepEqual(termsOf("parseHTTPConfig max_size"), [
      "parsehttpconfig",
      "pars",
      "http",
      "config",
      "max_size",
      "max",
      "size",
    ]);
    const stems = ["created", "creates", "creation", "create", "retries", "retry", "stopped"];
    assert.deepEqual([...new Set(stems.flatMap(termsOf))], ["creat", "retry", "stop"]);
    assert.equal(termsOf("検索").length, 2);
  });
});
