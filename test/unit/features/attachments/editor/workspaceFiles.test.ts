import assert from "node:assert/strict";
import type { Uri } from "vscode";
import { WorkspaceFiles } from "../../../../../src/features/attachments/editor/workspaceFiles";

const uriOf = (path: string): Uri =>
  ({ path, with: (change: { path: string }) => uriOf(change.path) }) as Uri;

/** A folder that is read so many files at a time; each is read when it is asked for. */
class Folder {
  readonly root: Uri;
  readonly found: { files: Uri[] } = { files: [] };
  isDone = false;
  reads = 0;
  readonly #paths: string[];
  readonly #atATime: number;

  constructor(root: string, paths: readonly string[], atATime = Infinity) {
    this.root = uriOf(root);
    this.#paths = [...paths];
    this.#atATime = atATime;
  }

  async read(): Promise<never> {
    this.reads++;
    this.found.files.push(
      ...this.#paths.splice(0, this.#atATime).map((one) => uriOf(`${this.root.path}/${one}`)),
    );
    this.isDone = this.#paths.length === 0;
    return undefined as never;
  }
}

const searching = { max: 10, waitMs: 1_000, isOver: () => false };
const pathsOf = (uris: readonly Uri[]) => uris.map(({ path }) => path);

async function found(folders: readonly Folder[], typed: string, more = {}) {
  const { files, folders: parents } = await new WorkspaceFiles(() => folders).find(typed, {
    ...searching,
    ...more,
  });
  return {
    files: pathsOf(files.found),
    isIncomplete: files.isIncomplete,
    folders: pathsOf(parents),
  };
}

/** Two folders with a file of the same name. */
const twins = () => [
  new Folder("/one", ["src/same.ts"]),
  new Folder("/another", ["src/deep/same.ts", "top.ts"]),
];

describe("the files of a workspace", () => {
  it("are searched to the end in every folder of it, however soon another has ended", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const folders = [
        new Folder("/one", ["a.ts"]),
        new Folder("/two", ["b.ts", "deep/c.ts", "deep/wanted.ts"], 1),
      ];
      const {
        files,
        isIncomplete,
        folders: parents,
      } = await found(
        order.map((at) => folders[at]!),
        "wanted",
      );
      assert.deepEqual([files, isIncomplete, parents], [["/two/deep/wanted.ts"], false, []]);
      assert.equal(folders[1]!.reads, 3);
    }
  });

  it("are each found by their path in their own folder, as are the folders that they are in", async () => {
    assert.deepEqual((await found(twins(), "src/same")).files, ["/one/src/same.ts"]);
    assert.deepEqual((await found(twins(), "another")).files, [], "the folder is no part of it");
    assert.deepEqual((await found(twins(), "src")).folders, [
      "/one/src",
      "/another/src",
      "/another/src/deep",
    ]);
  });

  it("come first where their name, or the path in their folder, begins with what was typed", async () => {
    const paths = ["lib/src/rope.ts", "src/a-rope.ts"];
    for (const [typed, first] of [
      ["ro", "/one/lib/src/rope.ts"],
      ["src/", "/one/src/a-rope.ts"],
    ] as const)
      for (const order of [paths, paths.toReversed()])
        assert.equal((await found([new Folder("/one", order)], typed)).files[0], first);
  });

  it("are read no further once there are enough, it is over, or nothing is typed", async () => {
    const paths = ["a1.ts", "a2.ts", "a3.ts"];
    for (const [typed, more, reads, isIncomplete] of [
      ["a", { max: 2 }, 2, false],
      ["a", { isOver: () => true }, 1, true],
      ["", {}, 1, false],
      ["a3", {}, 3, false],
    ] as const) {
      const folder = new Folder("/one", paths, 1);
      const result = await found([folder], typed, more);
      assert.deepEqual([folder.reads, result.isIncomplete], [reads, isIncomplete], typed);
    }
  });

  it("are read on from search to search, and begun once", async () => {
    const folder = new Folder("/one", ["a.ts", "b.ts"], 1);
    let begun = 0;
    const files = new WorkspaceFiles(() => [(begun++, folder)]);
    for (const typed of ["", "b"]) await files.find(typed, searching);
    assert.deepEqual([begun, folder.reads], [1, 2]);
  });
});
