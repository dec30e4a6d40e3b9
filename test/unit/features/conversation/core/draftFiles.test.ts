import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { nothingUnsent, type Unsent } from "../../../../../src/features/conversation/core/unsent";
import { DraftFiles } from "../../../../../src/features/conversation/core/draftFiles";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { savedFolder } from "./savedFolder";
import { done, turn } from "./savedTurns";

const attached = (id: string, text: string): Attachment => ({
  id,
  text,
  languageId: "ts",
  label: `${id}.ts`,
  detail: "",
});
const selected = { hub: "h", expert: "1", ability: "", model: "", options: "{}" };
const composed: Unsent = {
  typed: "half a thought",
  attachments: [attached("a", "\uFEFFone"), attached("b", "two"), attached("c", "two")],
  queue: [{ id: "q", typed: "next", selected, attachments: [attached("d", "three")] }],
  picked: { id: 7, hubScope: "h" },
  once: { id: 8, hubScope: "h" },
};

/** A disk that can be full, and notes what is written. */
class NotingDisk extends DiskFiles {
  isFull = false;
  readonly written: [name: string, bytes: number][] = [];
  override async replace(name: string, text: string, readUpTo?: number): Promise<void> {
    if (this.isFull) throw Object.assign(new Error("full"), { code: "ENOSPC" });
    this.written.push([name.replace(/^[^.]*/, ""), Buffer.byteLength(text)]);
    return super.replace(name, text, readUpTo);
  }
}

async function fixture() {
  const saved = await savedFolder();
  const disk = new NotingDisk(saved.folder);
  const drafts = new DraftFiles(disk);
  atEnd(async () => drafts.dispose());
  const names = async () => (await readdir(saved.folder)).toSorted();
  return { ...saved, disk, drafts, names, id: crypto.randomUUID() };
}

describe("what is composed and not sent", () => {
  afterEach(closeAll);

  it("comes back whole, with each text stored once", async () => {
    const { drafts, id, names, unsent } = await fixture();
    assert.deepEqual(await unsent(id), nothingUnsent);
    await drafts.save(id, composed);
    assert.deepEqual(await unsent(id), composed);
    const texts = (await names()).filter((name) => name.endsWith(".text"));
    assert.equal(texts.length, 3, "two attachments have the same text");
  });

  it("is nothing where another window removes it while it is read", async () => {
    const { disk, drafts, id } = await fixture();
    await drafts.save(id, composed);
    disk.read = async (name) => {
      await disk.remove(name);
      return DiskFiles.prototype.read.call(disk, name);
    };
    assert.deepEqual(await drafts.read(id), nothingUnsent);
  });

  it("is written in part: a key writes the draft alone", async () => {
    const { disk, drafts, id } = await fixture();
    await drafts.save(id, composed);
    disk.written.splice(0);
    await drafts.save(id, { ...composed, typed: "half a thought." });
    assert.deepEqual(disk.written, [[".draft", 15]]);
  });

  it("leaves no text behind that nothing refers to", async () => {
    const { drafts, id, names, unsent } = await fixture();
    await drafts.save(id, composed);
    const [, , c] = composed.attachments;
    await drafts.save(id, { ...composed, attachments: [c!] });
    assert.equal((await names()).filter((name) => name.endsWith(".text")).length, 2);
    assert.deepEqual((await unsent(id)).attachments, [c]);
    await drafts.save(id, { ...nothingUnsent, picked: composed.picked });
    assert.deepEqual(await names(), []);
  });

  it("saves only the last of what changes during a save", async () => {
    const { disk, drafts, id, unsent } = await fixture();
    await Promise.all(
      ["1", "12", "123", "1234"].map((typed) => drafts.save(id, { ...nothingUnsent, typed })),
    );
    assert.equal((await unsent(id)).typed, "1234");
    assert.deepEqual(disk.written, [
      [".draft", 1],
      [".draft", 4],
    ]);
  });

  it("says once that it cannot be saved, and saves it later", async () => {
    const { disk, drafts, id, unsent } = await fixture();
    const failures: string[] = [];
    drafts.onDidFail(({ message }) => failures.push(message));
    disk.isFull = true;
    assert.equal(await drafts.save(id, composed), false);
    assert.equal(await drafts.save(id, { ...composed, typed: "more" }), false);
    assert.deepEqual(failures, ["The draft could not be saved: the disk is full."]);
    disk.isFull = false;
    await drafts.refresh();
    assert.deepEqual(await unsent(id), { ...composed, typed: "more" });
  });

  it("is read as it is here while it cannot be saved", async () => {
    const { disk, drafts, id, unsent } = await fixture();
    await drafts.save(id, composed);
    disk.isFull = true;
    await drafts.save(id, { ...composed, typed: "more" });
    assert.equal((await drafts.read(id)).typed, "more");
    disk.isFull = false;
    await drafts.refresh();
    assert.equal((await unsent(id)).typed, "more");
  });

  it("stays deleted where it is deleted while text is saved from a page", async () => {
    const { drafts, id, names } = await fixture();
    const late = drafts.saveText(id, "late words");
    await drafts.close([id]);
    await late;
    assert.deepEqual(await names(), []);
  });

  it("is saved where its deletion failed, with what was composed meanwhile", async () => {
    const { drafts, id, unsent } = await fixture();
    await drafts.save(id, composed);
    await drafts.close([id]);
    assert.equal(await drafts.save(id, { ...composed, typed: "more" }), false);
    await drafts.refresh();
    assert.equal((await unsent(id)).typed, composed.typed);
    drafts.reopen([id]);
    await drafts.settle();
    assert.equal((await unsent(id)).typed, "more");
  });

  it("leaves out what cannot be read, and never reads another file", async () => {
    const { drafts, folder, id, unsent } = await fixture();
    await drafts.save(id, composed);
    await writeFile(path.join(folder, `${id}.unsent`), "{");
    assert.deepEqual(await unsent(id), { ...nothingUnsent, typed: composed.typed });
    const record = { attachments: [{ ...attached("a", ""), text: undefined, digest: "../x" }, 7] };
    await writeFile(path.join(folder, `${id}.unsent`), JSON.stringify(record));
    assert.deepEqual((await unsent(id)).attachments, []);
  });

  it("is deleted with its conversation, and comes back with it", async () => {
    const { drafts, names, saved, unsent, window } = await fixture();
    const id = await saved(turn("1", done("one")));
    await drafts.save(id, composed);
    const conversations = window();
    await conversations.saved.list();
    const deletion = await conversations.saved.remove(id);
    assert.deepEqual(await names(), ["index.jsonl"]);
    assert.equal(await conversations.drafts.save(id, composed), false, "it stays deleted");
    assert.deepEqual(await names(), ["index.jsonl"]);
    await conversations.saved.restore(deletion);
    assert.deepEqual(await unsent(id), composed);
  });

  it("deletes drafts with all conversations", async () => {
    const { drafts, id, names, window } = await fixture();
    await drafts.save(id, composed);
    await window().saved.removeAll();
    assert.deepEqual(await names(), ["index.jsonl"]);
  });

  it("is listed by its first words, or what is attached, until something is asked", async () => {
    const { drafts, id, saved, window } = await fixture();
    const asked = await saved(turn("1", done("one")));
    await drafts.save(asked, composed);
    const titles = async () =>
      (await window().saved.list()).flatMap(({ title, isDraft }) => (isDraft ? [title] : []));
    assert.deepEqual(await titles(), []);
    await drafts.save(id, { ...composed, typed: "\n first words\nmore" });
    assert.deepEqual(await titles(), ["first words"]);
    await drafts.save(id, { ...composed, typed: "" });
    assert.deepEqual(await titles(), ["a.ts"]);
    await drafts.save(id, { ...nothingUnsent, queue: composed.queue });
    assert.deepEqual(await titles(), ["next"]);
    await drafts.save(id, nothingUnsent);
    assert.deepEqual(await titles(), []);
  });

  it("is what another window made of it, unless something newer is here", async () => {
    const { drafts, id, window } = await fixture();
    const other = window().drafts;
    await drafts.save(id, composed);
    assert.deepEqual(await other.read(id), composed);
    assert.equal(await drafts.changed(id), undefined, "it is its own");
    await other.save(id, { ...composed, typed: "theirs", attachments: [] });
    assert.deepEqual(await drafts.changed(id), { ...composed, typed: "theirs", attachments: [] });
    assert.equal(await drafts.changed(id), undefined, "it is known");
    await other.save(id, nothingUnsent);
    const late = drafts.changed(id);
    const own = drafts.save(id, { ...composed, typed: "mine" });
    assert.equal(await late, undefined);
    await own;
    assert.equal(await drafts.changed(id), undefined);
    await drafts.close([id]);
    await other.read(id);
    await other.save(id, composed);
    assert.equal(await drafts.changed(id), undefined, "it was deleted here");
  });
});
