import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { AppliedChanges } from "../../../../../../src/features/changes/editor/review/appliedChanges";
import type { AppliedFile } from "../../../../../../src/features/changes/editor/review/appliedChanges";
import { KeptChanges } from "../../../../../../src/features/changes/editor/review/keptChanges";

const dayMs = 24 * 3_600_000;

const change = (text = "b", at = Date.now(), uri = "file:///a.ts") =>
  ({
    uri: { scheme: uri.split(":")[0], path: uri, toString: () => uri },
    before: "a",
    after: text,
    isCreated: false,
    at,
  }) as never as AppliedFile;

const daysAgo = (count: number) => Date.now() - count * dayMs;

const texts = (files: readonly AppliedFile[]) => files.map(({ after }) => after);

const place = (turnId: string, conversationId = "c") => ({ conversationId, turnId });

describe("the changes of answers that outlive the window", () => {
  let folder: string;
  let historyDays: number | undefined;
  let kept: KeptChanges;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-undo-"));
    historyDays = undefined;
    kept = new KeptChanges({
      folder,
      historyDays: () => historyDays,
      isExcluded: ({ path: of }) => of.endsWith(".env"),
      uriOf: (text) => change("", 0, text).uri,
    });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const turnsOf = async () => (await kept.list()).map(({ turnId }) => turnId).toSorted();

  it("are read as they were written, readable by the owner only", async () => {
    await kept.write(place("1"), [change("b\nc")]);
    const [read] = await kept.read(place("1"));
    assert.equal(read?.uri.toString(), "file:///a.ts");
    assert.deepEqual([read?.before, read?.after, read?.isCreated], ["a", "b\nc", false]);
    if (process.platform === "win32") return;
    assert.equal((await stat(path.join(folder, "c.1.json"))).mode & 0o777, 0o600);
  });

  it("are deleted after seven days, or as early as the policy wants conversations deleted", async () => {
    await kept.write(place("new"), [change()]);
    await kept.write(place("three"), [change("b", daysAgo(3.1))]);
    await kept.write(place("seven"), [change("b", daysAgo(7.1)), change("c", daysAgo(7.2))]);
    const broken = path.join(folder, "c.1.json.0.tmp");
    await writeFile(broken, "text");
    await utimes(broken, new Date(daysAgo(8)), new Date(daysAgo(8)));
    assert.deepEqual(await turnsOf(), ["new", "three"]);
    assert.equal((await readdir(folder)).length, 2);
    historyDays = 3;
    assert.deepEqual(await turnsOf(), ["new"]);
    historyDays = 0;
    await kept.write(place("later"), [change()]);
    assert.deepEqual(await turnsOf(), []);
    assert.deepEqual(await readdir(folder), []);
  });

  it("take 20 MB at most: the oldest go", async () => {
    const large = "x".repeat(7 * 1024 * 1024);
    for (const [at, turnId] of ["1", "2", "3"].entries())
      await kept.write(place(turnId), [change(large, Date.now() - 5000 + at * 1000)]);
    assert.deepEqual(await turnsOf(), ["2", "3"]);
  });

  it("go with their conversation, and once they are undone", async () => {
    await kept.write(place("1"), [change()]);
    await kept.write(place("2"), [change()]);
    await kept.write(place("1", "other"), [change()]);
    await kept.write(place("2"), []);
    assert.deepEqual(await readdir(folder), ["c.1.json", "other.1.json"]);
    const applied = new AppliedChanges(kept);
    await applied.restore();
    applied.forget("c");
    await applied.settle();
    assert.deepEqual(await readdir(folder), ["other.1.json"]);
    assert.deepEqual([applied.has(place("1")), applied.has(place("1", "other"))], [false, true]);
  });

  it("are none of excluded files and documents without one, of strange names, and of a broken file", async () => {
    await kept.write(place("1"), [change("b", Date.now(), "untitled:Untitled-1")]);
    await kept.write(place("1"), [change("KEY=1", Date.now(), "file:///.env")]);
    await kept.write(place("../../1", ".."), [change()]);
    assert.deepEqual(await readdir(folder), []);
    for (const [at, text] of [
      "",
      "[",
      "{}",
      '[{"uri":1},{"uri":"file:///a","before":"a"}]',
    ].entries())
      await writeFile(path.join(folder, `c.${at}.json`), text);
    for (const { turnId } of await kept.list())
      assert.deepEqual(await kept.read(place(turnId)), []);
    assert.deepEqual(await kept.read(place("../c.1")), []);
  });

  it("are those alone of which everything was written", async () => {
    const whole = { uri: "file:///a", before: "a", after: "b", isCreated: false, at: 7 };
    const broken = Object.keys(whole).map((name) => ({ ...whole, [name]: null }));
    await writeFile(path.join(folder, "c.1.json"), JSON.stringify([...broken, null, 7, whole]));
    assert.deepEqual(
      (await kept.read(place("1"))).map(({ uri, ...rest }) => ({ ...rest, uri: uri.toString() })),
      [whole],
    );
  });

  it("are told of when the window opens, and read when they are undone", async () => {
    await kept.write(place("1"), [change()]);
    const applied = new AppliedChanges(kept);
    const said: string[] = [];
    applied.onDidChange(({ turnId, canUndo }) => said.push(`${turnId} ${canUndo}`));
    await applied.restore();
    assert.deepEqual(said, ["1 true"]);
    assert.equal(await applied.load(place("1")), true);
    const [{ uri, before, after }] = applied.of(place("1")).files as [AppliedFile];
    for (const text of [before, after]) applied.textChanged(uri, text);
    assert.deepEqual(said.splice(1), ["1 false", "1 true"], "by the editor's own Undo and Redo");
    applied.of(place("1")).drop(applied.of(place("1")).files);
    assert.deepEqual(said, ["1 true", "1 false"]);
    await applied.settle();
    assert.deepEqual(await readdir(folder), []);
  });

  it("are reported as lost where they can no longer be read", async () => {
    await kept.write(place("1"), [change()]);
    const applied = new AppliedChanges(kept);
    await applied.restore();
    const said: string[] = [];
    applied.onDidChange(({ conversationId, turnId, canUndo }) =>
      said.push(`${conversationId} ${turnId} ${canUndo}`),
    );
    await kept.write(place("1"), []);
    assert.equal(await applied.load(place("1")), false);
    assert.deepEqual([said, applied.has(place("1"))], [["c 1 false"], false]);
    assert.equal(await applied.load(place("1")), true, "nothing is left to read");
    assert.equal(said.length, 1);
  });

  it("are read once, however many ask at once, and stay before what is added then", async () => {
    await kept.write(place("1"), [change("b")]);
    const applied = new AppliedChanges(kept);
    await applied.restore();
    const answer = applied.of(place("1"));
    answer.add([change("c")]);
    await Promise.all([applied.load(place("1")), applied.load(place("1")), applied.settle()]);
    assert.deepEqual(texts(answer.files), ["b", "c"]);
    assert.deepEqual(texts(await kept.read(place("1"))), ["b", "c"]);
  });
});
