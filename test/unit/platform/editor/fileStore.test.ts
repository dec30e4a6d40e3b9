import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { FileStore } from "../../../../src/platform/editor/fileStore";

const key = "roster:https://a.example/b";
const add = (item: number) => (value: unknown) => [
  ...((value as number[] | undefined) ?? []),
  item,
];

describe("values in files", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "values-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** The store of one window. */
  const window = (): FileStore => new FileStore(path.join(folder, "experts"));

  const fileOf = async (): Promise<string> => {
    const [name = "", ...more] = await readdir(path.join(folder, "experts"));
    assert.deepEqual(more, []);
    return path.join(folder, "experts", name);
  };

  it("P6 hold what two windows add, and show it in both", async () => {
    const [left, right] = [window(), window()];
    for (const one of [left, right]) assert.equal(one.get(key), undefined);
    await left.update(key, add(5));
    await right.update(key, add(6));
    for (const one of [left, right, window()]) assert.deepEqual(one.get(key), [5, 6]);
  });

  it("P6 hold what two windows add at the same time", async () => {
    const windows = [window(), window()];
    const items = Array.from({ length: 20 }, (_, item) => item);
    await Promise.all(items.map((item) => windows[item % 2]!.update(key, add(item))));
    const held = window().get(key) as number[];
    assert.deepEqual(
      held.toSorted((a, b) => a - b),
      items,
    );
  });

  it("are read once for as long as nobody changes them", async () => {
    const store = window();
    await store.update(key, add(1));
    assert.equal(store.get(key), store.get(key));
  });

  it("stay removed", async () => {
    const store = window();
    await store.update(key, add(1));
    await store.update(key, () => undefined);
    for (const one of [store, window()]) assert.equal(one.get(key), undefined);
    await store.update(key, add(2));
    assert.deepEqual(window().get(key), [2]);
  });

  it("P6 are saved in the order of the changes", async () => {
    const store = window();
    const found: unknown[] = [];
    const saved = ["first", "last"].map((value) =>
      store.update(key, (before) => {
        found.push(before);
        return value;
      }),
    );
    await Promise.all(saved);
    assert.deepEqual([...found, window().get(key)], [undefined, "first", "last"]);
  });

  it("are saved after a change that could not be", async () => {
    const store = window();
    const failed = store.update(key, () => {
      throw new Error("no");
    });
    const saved = store.update(key, add(1));
    await assert.rejects(failed, /no/);
    await saved;
    assert.deepEqual(store.get(key), [1]);
  });

  it("D1 are set aside where they are broken, and begin anew", async () => {
    await window().update(key, add(1));
    const file = await fileOf();
    await writeFile(file, "[1");
    const store = window();
    assert.equal(store.get(key), undefined);
    await store.update(key, add(2));
    assert.deepEqual(store.get(key), [2]);
    assert.equal(await readFile(`${file}.broken`, "utf8"), "[1");
  });

  it("D2 are not written over where they cannot be read just now", async () => {
    await window().update(key, add(1));
    const file = await fileOf();
    await rm(file);
    await mkdir(file);
    const store = window();
    assert.equal(store.get(key), undefined);
    await assert.rejects(store.update(key, add(2)), { code: "EISDIR" });
    await rm(file, { recursive: true });
    await writeFile(file, "[1]");
    await store.update(key, add(2));
    assert.deepEqual(store.get(key), [1, 2]);
  });
});
