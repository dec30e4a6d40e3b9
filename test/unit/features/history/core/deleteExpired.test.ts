import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deleteExpired } from "../../../../../src/features/history/core/savedConversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";

const dayMs = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 26);

const line = (id: string) => {
  const rest = { title: `T ${id}`, expertName: "", hubScope: "", turns: 1, askedAt: 1 };
  return `\n${JSON.stringify({ summary: { id, ...rest }, size: 2 })}`;
};

describe("conversations that are too old for the policy", () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), "expired-"))));
  afterEach(() => rm(folder, { recursive: true }));

  /** Files of a conversation by their endings, with the days since their last change. */
  async function conversation(files: Readonly<Record<string, number>>): Promise<string> {
    const id = crypto.randomUUID();
    for (const [ending, days] of Object.entries(files)) {
      const file = path.join(folder, `${id}.${ending}`);
      await writeFile(file, "{}");
      await utimes(file, now / 1000, (now - days * dayMs) / 1000);
    }
    return id;
  }

  const left = async () => (await readdir(folder)).map((name) => name.slice(0, 36)).toSorted();
  const digest = "0".repeat(64);

  it("are deleted with all that belongs to them, and others stay", async () => {
    await conversation({ jsonl: 31, pinned: 31, draft: 40, unsent: 40, [`${digest}.text`]: 40 });
    await conversation({ "jsonl.newer": 31 });
    await conversation({ jsonl: 31, pinned: 0 });
    await conversation({ draft: 30 });
    const kept = [
      await conversation({ jsonl: 29 }),
      await conversation({ jsonl: 31, draft: 1 }),
      await conversation({ jsonl: 2, pinned: 100 }),
    ];
    kept.push(kept[2]!, kept[1]!);
    await deleteExpired(new DiskFiles(folder), 30, now);
    const names = await left();
    assert.deepEqual(names, [...kept, "index.jsonl"].toSorted());
  });

  it("leave no title behind", async () => {
    const old = await conversation({ jsonl: 31 });
    const young = await conversation({ jsonl: 1 });
    const index = path.join(folder, "index.jsonl");
    await writeFile(index, line(old) + line(young));
    await deleteExpired(new DiskFiles(folder), 30, now);
    assert.equal(await readFile(index, "utf8"), line(young));
  });

  it("are none where nothing was saved", async () => {
    const missing = path.join(folder, "missing");
    await deleteExpired(new DiskFiles(missing), 1, now);
    assert.deepEqual(await readdir(folder), []);
  });
});
