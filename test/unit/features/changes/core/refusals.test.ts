import assert from "node:assert/strict";
import type { FileChange } from "../../../../../src/features/changes/core/fileChange";
import type { LooseHunk } from "../../../../../src/features/changes/core/placement";
import type { ChangeRefusal } from "../../../../../src/features/changes/core/proposals";
import {
  newFilesOf,
  piecesOf,
  refusalsInWords,
} from "../../../../../src/features/changes/core/refusals";

const refusal = (path: string, more: Partial<ChangeRefusal> = {}): ChangeRefusal => ({
  path,
  why: () => "",
  ...more,
});
const text = (path: string, of = path): FileChange => ({ kind: "text", path, text: of });
const hunk = (...now: string[]) => ({ old: ["x"], now }) as unknown as LooseHunk;

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${at}.`);

describe("what is said of changes that are refused", () => {
  it("is one reason alone, or each of up to twelve once, and how many more there are", () => {
    const none = "None of the changes can be applied.";
    assert.deepEqual(refusalsInWords([]), {
      sentence: "The files already contain what the answer proposes.",
      details: [],
    });
    assert.deepEqual(refusalsInWords(["No.", "No."]), { sentence: "No.", details: [] });
    for (const [count, more] of [
      [2, []],
      [12, []],
      [13, ["and 1 more"]],
      [15, ["and 3 more"]],
    ] as const)
      assert.deepEqual(refusalsInWords([...numbered(count), "0."]), {
        sentence: none,
        details: [...numbered(Math.min(count, 12)), ...more],
      });
  });

  it("is copied or compared from what was meant for their files, else from all code", () => {
    const [named, other, nameless] = [
      "```ts src/a.ts\nin a\n```",
      "```ts src/b.ts\nin b\n```",
      "```ts\nsomewhere\n```",
    ];
    const output = [named, other, nameless].join("\n\n");
    const hunks: FileChange = {
      kind: "hunks",
      path: "src/a.ts",
      hunks: [hunk("one", "two"), hunk("three")],
    };
    const asked: FileChange = { kind: "asked", path: "", text: "for any", language: "" };
    const refused: FileChange = { kind: "refused", path: "src/a.ts", why: () => "" };
    const rows: [proposed: FileChange[], path: string, output: string, pieces: string[]][] = [
      [[text("src/a.ts"), text("src/b.ts")], "src/a.ts", output, ["src/a.ts: src/a.ts"]],
      [[hunks, text("src/b.ts")], "src/a.ts", output, ["src/a.ts: one|two", "src/a.ts: three"]],
      [[asked, text("src/b.ts")], "src/a.ts", output, [": for any"]],
      [[refused], "src/a.ts", output, ["src/a.ts: in a"]],
      [[text("src/b.ts")], "src/a.ts", output, ["src/a.ts: in a"]],
      [[], "", output, ["src/a.ts: in a", "src/b.ts: in b", ": somewhere"]],
      [[], "src/c.ts", output, ["src/a.ts: in a", "src/b.ts: in b", ": somewhere"]],
      [[], "src/c.ts", "Only words.", [": Only words."]],
    ];
    for (const [proposed, path, given, pieces] of rows)
      assert.deepEqual(
        piecesOf({ output: given, proposed }, [refusal(path)]).map(
          (piece) => `${piece.path}: ${piece.text.replaceAll("\n", "|")}`,
        ),
        pieces,
      );
    const [first] = piecesOf({ output, proposed: [hunks] }, [refusal("src/a.ts")]);
    assert.equal(first?.hunk, hunks.hunks[0]);
  });

  it("offers to create those texts alone that have no file of their name", () => {
    const created = newFilesOf(
      [
        text("new.ts"),
        text("kept.ts"),
        text("done.ts"),
        { kind: "create", path: "new.ts", text: "" },
      ],
      [refusal("new.ts", { mayBeNew: true }), refusal("kept.ts")],
    );
    assert.deepEqual(created, [{ ...text("new.ts"), mayCreate: true }]);
  });
});
