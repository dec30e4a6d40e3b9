import assert from "node:assert/strict";
import * as vscode from "vscode";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import type { Attachment } from "../../../src/features/conversation/core/attachment";

type Given = Partial<Attachment>;

const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, "cart.ts").toString();
const at = (start: number, end: number, address = uri) => ({
  origin: { uri: address, start, end, single: true },
});

const attachment = (id: string, given: Given): Attachment => ({
  id,
  text: "x",
  languageId: "",
  label: "",
  detail: "",
  ...given,
});

describe("two attachments", () => {
  it("are of the same place, of which one is newer, by their range, or their file, or all that they have", () => {
    const origins = new AttachmentOrigins();
    const file = { path: "cart.ts" };
    const lines = { path: "cart.ts", lines: "1–2" };
    const rows: [one: Given, other: Given, areSame: boolean][] = [
      [{ ...lines, ...at(0, 5) }, { ...lines, ...at(0, 5), text: "y" }, true],
      [{ ...lines, ...at(0, 5) }, { ...lines, ...at(1, 5) }, false],
      [{ ...lines, ...at(0, 5) }, { ...lines, ...at(0, 6) }, false],
      [{ ...lines, ...at(0, 5) }, { ...lines, ...at(0, 5, `${uri}x`) }, false],
      [{ ...lines, ...at(0, 5) }, { ...file, ...at(0, 5) }, false],
      [{ ...file, ...at(0, 5) }, { ...file, ...at(0, 9) }, true],
      [at(0, 5), at(0, 9), false],
      [lines, lines, true],
      [lines, { ...lines, text: "y" }, false],
      [lines, { ...lines, lines: "1–3" }, false],
      [lines, { ...lines, path: "b.ts" }, false],
      [lines, { ...lines, ...at(0, 5) }, true],
      [lines, { ...lines, ...at(0, 5), text: "y" }, false],
    ] as [Given, Given, boolean][];
    for (const [index, [one, other, areSame]] of rows.entries()) {
      const [a, b] = [attachment(`a${index}`, one), attachment(`b${index}`, other)];
      assert.equal(origins.areSame(a, b), areSame, `row ${index}`);
      assert.equal(origins.areSame(b, a), areSame, `row ${index}, turned`);
    }
    origins.dispose();
  });

  it("of which one has a source are never the same as one without", () => {
    const origins = new AttachmentOrigins();
    const [own, sourced] = [
      attachment("a", { path: "a.ts" }),
      attachment("b", { path: "a.ts", source: { kind: "instructions" } as never }),
    ];
    assert.equal(origins.areSame(own, sourced), false);
    assert.equal(origins.areSame(sourced, own), false);
    origins.dispose();
  });
});
