import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gatherConversations } from "../../../../../src/features/history/editor/gatherConversations";

describe("conversations in folders that single windows had", () => {
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

  it("are moved to the shared one, of windows that are closed and of this one", async () => {
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

  it("create no folder where there are none", async () => {
    await mkdir(at("w"));
    gatherConversations(at("w", "ext"));
    assert.deepEqual(await readdir(at("w")), []);
  });
});
