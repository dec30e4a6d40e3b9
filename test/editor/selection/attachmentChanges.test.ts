import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import { HubError, type ErrorKind } from "../../../src/contract/errors";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { decodeUnsent, encodeUnsent } from "../../../src/features/conversation/core/unsent";
import { AttachmentChanges } from "../../../src/features/attachments/editor/attachmentChanges";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { fileAttachment } from "../../../src/features/attachments/editor/fileAttachment";
import { selectionOf } from "../../../src/features/attachments/editor/selection";
import { updatedAttachment } from "../../../src/features/attachments/editor/selectionAttacher";
import { until } from "../support/inputs";
import { discardAll, file, openFile, untitled } from "../support/inserting";
import { noRepositories } from "../support/standIns";

const replace = (editor: vscode.TextEditor, from: string, to: string): Thenable<boolean> => {
  const start = editor.document.positionAt(editor.document.getText().indexOf(from));
  const range = new vscode.Range(start, start.translate(0, from.length));
  return editor.edit((edit) => edit.replace(range, to));
};

const ofRepository = (id: string, kind = "changes") =>
  ({ id, text: "x", source: { kind, repository: `file:///${id}` } }) as unknown as Attachment;

const failing = (kind: ErrorKind) => () => Promise.reject(new HubError(kind, "No."));

const repositoryHasNone = async (): Promise<Attachment | undefined> => undefined;

describe("what is attached and has changed since", () => {
  let origins: AttachmentOrigins;
  let changes: AttachmentChanges;
  let attached: readonly Attachment[];

  beforeEach(() => {
    origins = new AttachmentOrigins();
    changes = new AttachmentChanges(origins, noRepositories);
  });
  afterEach(async () => {
    changes.dispose();
    origins.dispose();
    await discardAll();
  });

  const isMarked = () => changes.idsAmong("c", attached).size > 0;
  const marked = (wanted: boolean) =>
    until(wanted ? "it is marked" : "it is not marked", () => isMarked() === wanted);

  /** Attaches what these texts are in an editor. */
  function attach(editor: vscode.TextEditor, ...texts: string[]): Attachment {
    const { document } = editor;
    const selections = texts.map((text) => {
      const start = document.getText().indexOf(text);
      const [from, to] = [document.positionAt(start), document.positionAt(start + text.length)];
      return new vscode.Selection(from, to);
    });
    const selected = { document, selections, selection: selections[0]! };
    const attachment = selectionOf(selected)!;
    origins.remember(attachment, selected);
    attached = [attachment];
    return attachment;
  }

  /** As after a reload: only what was saved is known. */
  async function forget(): Promise<void> {
    changes.dispose();
    origins.dispose();
    origins = new AttachmentOrigins();
    changes = new AttachmentChanges(origins, noRepositories);
    const unsent = { typed: "", attachments: attached, queue: [] };
    const { record, texts } = await encodeUnsent(unsent);
    attached = [...decodeUnsent("", JSON.parse(record), texts).attachments];
  }

  it("is a selection with another text, also of several ranges, until it has its own again", async () => {
    const editor = await untitled("one\ntwo\nthree\n");
    for (const texts of [["two"], ["one", "two"]]) {
      attach(editor, ...texts);
      await marked(false);
      await replace(editor, "three", "3");
      await replace(editor, "two", "TWO");
      await marked(true);
      await replace(editor, "TWO", "two");
      await marked(false);
      await replace(editor, "3", "three");
    }
  });

  it("is a file with another text on disk, or none, until it has its own again", async () => {
    const uri = await file("changing.txt", "one\r\ntwo\n");
    attached = [await fileAttachment(uri)];
    assert.equal(isMarked(), false);
    await writeFile(uri.fsPath, "one\n");
    await marked(true);
    await writeFile(uri.fsPath, "one\r\ntwo\n");
    await marked(false);
    await openFile(uri);
    await rm(uri.fsPath);
    await discardAll();
    await marked(true);
  });

  it("is an open file with unsaved changes", async () => {
    const uri = await file("unsaved.txt", "one\n");
    attached = [await fileAttachment(uri)];
    const editor = await openFile(uri);
    assert.equal(isMarked(), false);
    await replace(editor, "one", "two");
    await marked(true);
    await discardAll();
    await marked(false);
  });

  it("is found after a reload as well, in a file that is not open", async () => {
    const uri = await file("reloaded-chip.txt", "one\ntwo\nthree\n");
    for (const texts of [["two"], ["one", "three"]]) {
      attach(await openFile(uri), ...texts);
      await discardAll();
      await forget();
      await writeFile(uri.fsPath, "one\n2\n3\n");
      await marked(true);
      await writeFile(uri.fsPath, "one\ntwo\nthree\n");
      await marked(false);
    }
  });

  it("is no longer marked once it is not attached", async () => {
    const editor = await untitled("one\n");
    attach(editor, "one");
    isMarked();
    await replace(editor, "one", "two");
    await marked(true);
    attached = [];
    assert.equal(isMarked(), false);
  });

  it("is not compared any longer for a conversation that is deleted", async () => {
    const editor = await untitled("one\n");
    attach(editor, "one");
    isMarked();
    await replace(editor, "one", "two");
    await marked(true);
    let events = 0;
    changes.onDidChange(() => events++);
    changes.forget("c");
    await replace(editor, "two", "one");
    // Longer than a comparison waits for further changes.
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(events, 0);
  });

  describe("is updated", () => {
    it("to the text between its edges, with its place", async () => {
      const editor = await untitled("one\ntwo\nthree\n");
      const before = attach(editor, "two");
      await replace(editor, "wo", "wenty");
      const { id, text, label } = await updatedAttachment(before, origins);
      assert.deepEqual([text, label.split(":")[1]], ["twenty", "2"]);
      assert.notEqual(id, before.id);
      const joined = attach(editor, "one", "three");
      await replace(editor, "hre", "HRE");
      const updated = await updatedAttachment(joined, origins);
      assert.equal(updated.text, "one\ntHREe");
      assert.equal(origins.get(updated)?.parts?.length, 2);
    });

    it("to the whole file, as it is on disk or open", async () => {
      const uri = await file("updates.md", "one\n");
      const before = await fileAttachment(uri);
      await writeFile(uri.fsPath, "two\n");
      assert.equal((await updatedAttachment(before, origins)).text, "two\n");
      await replace(await openFile(uri), "two", "three");
      assert.equal((await updatedAttachment(before, origins)).text, "three\n");
    });

    it("to nothing where its place is not known, with a sentence", async () => {
      const uri = await file("lost.txt", "one\ntwo\n");
      const shown = await openFile(uri);
      const before = attach(shown, "two");
      await discardAll();
      await until("the file is closed", () => shown.document.isClosed);
      await writeFile(uri.fsPath, "zero\none\n2\n");
      const sentence = /lost\.txt has changed too much to find the text\./;
      await assert.rejects(updatedAttachment(before, origins), { message: sentence });
      await forget();
      await openFile(uri);
      await assert.rejects(updatedAttachment(attached[0]!, origins), { message: sentence });
      const editor = await untitled("one\n");
      const gone = attach(editor, "one");
      await replace(editor, "one", "");
      await assert.rejects(updatedAttachment(gone, origins), { message: /too much to find/ });
    });
  });

  it("is what a repository has by now, as far as that is known, and none of a commit", async () => {
    changes.dispose();
    const fired: string[] = [];
    const listeners = new Map<string, vscode.EventEmitter<void>>();
    let again = repositoryHasNone;
    let disposals = 0;
    let isListening = false;
    const changeSets = {
      again: () => again(),
      repositoryOf: async ({ repository }: { repository: string }) => {
        const emitter = new vscode.EventEmitter<void>();
        listeners.set(repository, emitter);
        const onDidChange = (listener: () => void) => {
          isListening = true;
          const own = emitter.event(listener);
          return { dispose: () => [own.dispose(), disposals++] };
        };
        return { state: { onDidChange } };
      },
    };
    changes = new AttachmentChanges({ get: () => undefined }, async () => changeSets as never);
    changes.onDidChange(() => fired.push("changed"));
    const [one, commit] = [ofRepository("one"), ofRepository("commit", "commit")];
    attached = [one, commit];
    await marked(false);
    await until("it is listened to", () => isListening);
    assert.deepEqual([...listeners.keys()], ["file:///one"]);
    const rows: [now: typeof repositoryHasNone, isMarked: boolean][] = [
      [async () => ({ ...one, text: "y" }), true],
      [repositoryHasNone, true],
      [failing("internal"), true],
      [async () => one, false],
      [failing("internal"), false],
      [repositoryHasNone, false],
      [failing("invalid-request"), true],
    ];
    for (const [now, isNowMarked] of rows) {
      const compared = Promise.withResolvers<void>();
      again = () => {
        setTimeout(compared.resolve, 20);
        return now();
      };
      listeners.get("file:///one")!.fire();
      await compared.promise;
      assert.equal(isMarked(), isNowMarked, String(now));
    }
    assert.deepEqual(fired, ["changed", "changed", "changed"]);
    attached = [];
    assert.equal(isMarked(), false);
    await until("it is no longer listened to", () => disposals === 1);
  });

  it("is no file that cannot be read, or is too large to compare", async () => {
    const unread = await file("unread.txt", "text\n");
    attach(await openFile(unread), "text");
    await marked(false);
    await discardAll();
    await writeFile(unread.fsPath, "x".repeat(5_000_001));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.equal(isMarked(), false);
    await writeFile(unread.fsPath, "other\n");
    await marked(true);
  });
});
