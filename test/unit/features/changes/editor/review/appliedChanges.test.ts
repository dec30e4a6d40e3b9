import assert from "node:assert/strict";
import {
  AppliedChanges,
  createdFile,
  editedFile,
} from "../../../../../../src/features/changes/editor/review/appliedChanges";
import type { AppliedFile } from "../../../../../../src/features/changes/editor/review/appliedChanges";
import { textBefore } from "../../../../../../src/features/changes/core/undo";

const changed = (after = "b") =>
  ({
    uri: "file:///a",

    before: "a",
    after,
    isCreated: false,
    at: 0,
  }) as never as AppliedFile;

const documentOf = (text: string) => ({ uri: "file:///a", getText: () => text }) as never;

const place = (turnId: string, conversationId = "c") => ({ conversationId, turnId });

describe("the changes of answers that are in files", () => {
  let applied: AppliedChanges;
  let said: string[];
  beforeEach(() => {
    applied = new AppliedChanges();
    said = [];
    applied.onDidChange(({ turnId, canUndo }) => said.push(`${turnId} ${canUndo}`));
  });

  it("J12 are those of their answer, until they are undone", () => {
    const [one, other] = [changed(), changed("c")];
    const answer = applied.of(place("1"));
    assert.equal(applied.has(place("1")), false);
    answer.add([one]);
    answer.add([other]);
    assert.deepEqual(answer.files, [one, other]);
    assert.deepEqual(applied.of(place("1")).files, [one, other]);
    assert.deepEqual(applied.of(place("1", "other")).files, []);
    answer.drop([one]);
    assert.deepEqual(answer.files, [other]);
    answer.drop([other]);
    assert.equal(applied.has(place("1")), false);
    assert.deepEqual(said, ["1 true", "1 false"], "told when there is something, and when not");
  });

  it("J12 are none while the editor's own Undo has taken them back", () => {
    applied.of(place("1")).add([changed()]);
    applied.of(place("2")).add([changed("b\nc")]);
    const uri = changed().uri;
    for (const [text, ...answers] of [
      ["b\r\nc", "1", "2"],
      ["a"],
      ["b", "1", "2"],
      ["something else", "1", "2"],
    ] as const) {
      applied.textChanged(uri, text);
      assert.deepEqual(
        ["1", "2"].filter((id) => applied.has(place(id))),
        answers,
        text,
      );
    }
    assert.deepEqual(said, ["1 true", "2 true", "1 false", "2 false", "1 true", "2 true"]);
  });

  it("say nothing where nothing was changed", () => {
    applied.of(place("1")).add([]);
    assert.equal(applied.has(place("1")), false);
    assert.deepEqual(said, []);
  });

  it("forgets applied changes with their conversation", () => {
    applied.of(place("1")).add([changed()]);
    applied.of(place("1", "other")).add([changed()]);
    applied.forget("c");
    assert.equal(applied.has(place("1")), false);
    assert.equal(applied.has(place("1", "other")), true);
  });

  it("leave the oldest answers when they become too large", () => {
    const large = "x".repeat(4_000_000);
    for (const turnId of ["1", "2", "3"]) applied.of(place(turnId)).add([changed(large)]);
    assert.deepEqual(said, ["1 true", "2 true", "1 false", "3 true"]);
    assert.deepEqual(
      ["1", "2", "3"].map((turnId) => applied.has(place(turnId))),
      [false, true, true],
    );
  });

  it("J12 of one file lead back over each other, whatever its lines end with", () => {
    for (const end of ["\n", "\r\n"]) {
      const texts = ["a", "a|b", "a|b|c"].map((text) => text.replaceAll("|", end));
      const edits = texts.slice(1).map((after, at) => editedFile(documentOf(texts[at]!), after));
      assert.equal(textBefore(edits, "a\nb\nc"), "a");
      const created = createdFile(documentOf(""), texts[2]!);
      assert.deepEqual(
        [created, ...edits].map(({ before, after, isCreated }) => [before, after, isCreated]),
        [
          ["", "a\nb\nc", true],
          ["a", "a\nb", false],
          ["a\nb", "a\nb\nc", false],
        ],
      );
    }
  });
});
