import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gatherConversations, sharedFolder } from "../../../../src/platform/editor/sharedFolder";

describe("the folder that windows on a workspace share", () => {
  let home: string;
  beforeEach(async () => (home = await mkdtemp(path.join(tmpdir(), "shared-folder-"))));
  afterEach(() => rm(home, { recursive: true }));

  const at = (...parts: string[]) => path.join(home, ...parts);

  async function conversation(workspace: string, pinned = false): Promise<string> {
    const id = crypto.randomUUID();
    const folder = at(workspace, "ext", "conversations");
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${id}.jsonl`), id);
    if (pinned) await writeFile(path.join(folder, `${id}.pinned`), "");
    return id;
  }

  it("is that of the first window", async () => {
    await mkdir(at("-59ad4b3"));
    assert.equal(sharedFolder(at("-59ad4b3", "ext")), at("-59ad4b3", "ext"));
    assert.equal(sharedFolder(at("-59ad4b3-1", "ext")), at("-59ad4b3", "ext"));
    assert.equal(sharedFolder(at("-5", "ext")), at("-5", "ext"));
    assert.equal(sharedFolder(at("other-1", "ext")), at("other-1", "ext"), "there is no first");
  });

  it("gets the conversations of windows that are closed, and of this one", async () => {
    const ids = [await conversation("w"), await conversation("w-1", true)];
    ids.push(await conversation("w-2"));
    await conversation("w-3");
    await writeFile(at("w-3", "vscode.lock"), "");
    await writeFile(at("w-2", "vscode.lock"), "");
    await writeFile(at("w-1", "ext", "conversations", "index.jsonl"), "");
    gatherConversations(at("w-2", "ext"));
    assert.deepEqual(
      (await readdir(at("w", "ext", "conversations"))).toSorted(),
      [...ids.map((id) => `${id}.jsonl`), `${ids[1]}.pinned`].toSorted(),
    );
    assert.equal((await readdir(at("w-3", "ext", "conversations"))).length, 1);
  });

  it("stays as it is where there is nothing to gather", async () => {
    await mkdir(at("w"));
    gatherConversations(at("w", "ext"));
    assert.deepEqual(await readdir(at("w")), []);
  });
});
