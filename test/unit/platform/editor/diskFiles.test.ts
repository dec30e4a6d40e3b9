import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DiskFiles } from "../../../../src/platform/editor/diskFiles";
import { FileStore } from "../../../../src/platform/editor/fileStore";
import { until } from "../../../support/until";

const listed = async (from: DiskFiles) =>
  (await from.list()).map(({ name, size, changedAt }) => {
    assert.ok(Math.abs(Date.now() - changedAt) < 60_000);
    return { name, size };
  });

describe("files of conversations on the disk", () => {
  let home: string;
  let folder: string;
  let files: DiskFiles;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), "disk-files-"));
    folder = path.join(home, "conversations");
    files = new DiskFiles(folder);
  });
  afterEach(() => rm(home, { recursive: true }));

  const textOf = (name: string) => readFile(path.join(folder, name), "utf8");
  const read = async (...range: [string, number?, number?]) =>
    Buffer.from(await files.read(...range)).toString();
  const modeOf = async (name: string) => (await stat(path.join(home, name))).mode & 0o777;

  it("are none before the first is written, and nothing fails for that", async () => {
    assert.deepEqual(await files.list(), []);
    assert.equal(await files.extent("a"), undefined);
    assert.equal(await files.append("a", "text"), undefined);
    await files.remove("a");
    await assert.rejects(files.read("a"), { code: "ENOENT" });
    assert.deepEqual(await files.list(), []);
  });

  it("begin with a head and grow by what is appended", async () => {
    const first = await files.append("a", "\none", "head");
    assert.equal(first?.written, 8);
    assert.equal(first.size, 8);
    const second = await files.append("a", "\ntwö", "head");
    assert.deepEqual([second?.written, second?.size, second?.file], [5, 13, first.file]);
    assert.equal(await textOf("a"), "head\none\ntwö");
    assert.deepEqual(await listed(files), [{ name: "a", size: 13 }]);
    assert.deepEqual(await files.extent("a"), { size: 13, file: first.file });
  });

  it("are read in part, as far as they go", async () => {
    await files.append("a", "0123456789", "");
    assert.equal(await read("a"), "0123456789");
    assert.equal(await read("a", 7), "789");
    assert.equal(await read("a", 2, 4), "23");
    assert.equal(await read("a", 8, 99), "89");
    assert.equal(await read("a", 20), "");
  });

  it("are renamed and removed", async () => {
    await files.append("a", "0123456789", "");
    await files.rename("a", "b");
    assert.deepEqual(await listed(files), [{ name: "b", size: 10 }]);
    await files.remove("b");
    assert.deepEqual(await files.list(), []);
  });

  it("are replaced by another file, with what others appended meanwhile", async () => {
    const before = await files.append("a", "0123", "");
    await appendFile(path.join(folder, "a"), "late");
    await files.replace("a", "new", 4);
    assert.equal(await textOf("a"), "newlate");
    assert.notEqual((await files.extent("a"))?.file, before?.file);
    await files.replace("a", "whole");
    assert.equal(await textOf("a"), "whole");
    await files.replace("c", "fresh");
    assert.deepEqual((await files.list()).map(({ name }) => name).toSorted(), ["a", "c"]);
  });

  it("P6 are replaced by one of two windows that try it at once, and the other is told", async () => {
    await files.append("a", "0123", "");
    const other = new DiskFiles(folder);
    const both = await Promise.allSettled([
      files.replace("a", "one", 4),
      other.replace("a", "two", 4),
    ]);
    const won = both.findIndex(({ status }) => status === "fulfilled");
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
    assert.equal(await textOf("a"), ["one", "two"][won]);
    assert.deepEqual(
      (await files.list()).map(({ name }) => name),
      ["a"],
      "something is left",
    );
  });

  it("can be read by nobody else on this computer, like those of experts", async function () {
    if (process.platform === "win32") this.skip();
    await files.append("a", "text", "head");
    await files.replace("b", "text");
    const store = new FileStore(path.join(home, "experts"));
    await store.update("roster:x", () => ({ kept: [] }));
    for (const name of ["conversations", "experts"]) assert.equal(await modeOf(name), 0o700, name);
    for (const name of ["conversations/a", "conversations/b", "experts/roster%3Ax.json"])
      assert.equal(await modeOf(name), 0o600, name);
  });

  it("tell of changes by anybody, until nobody listens", async () => {
    const names: string[] = [];
    const watching = files.watch((name) => names.push(name));
    await new DiskFiles(folder).append("a", "text", "");
    await until("it is told", () => names.includes("a"));
    watching.dispose();
    const last: string[] = [];
    const later = files.watch((name) => last.push(name));
    names.length = 0;
    await files.append("b", "text", "");
    await until("the other listener is told", () => last.includes("b"));
    assert.deepEqual(names, []);
    later.dispose();
  });

  it("are used without being watched where the folder is none", async () => {
    await writeFile(folder, "");
    files.watch(() => assert.fail("nothing can change")).dispose();
    await assert.rejects(files.append("a", "text", ""), { code: /ENOTDIR|EEXIST/ });
  });
});
