import assert from "node:assert/strict";
import { markOf, withAttachment } from "../../../../../src/features/conversation/core/attachment";

const attachment = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };
const other = { ...attachment, id: "b", label: "b.ts:1" };
const always = () => true;

describe("a list of attachments", () => {
  it("gets another one at its end", () => {
    assert.deepEqual(withAttachment([attachment], other), [attachment, other]);
  });

  it("has a newer version in place of the older one", () => {
    for (const change of [
      { text: "2" },
      { languageId: "js" },
      { label: "a.ts:2" },
      { path: "src/a.ts" },
    ]) {
      const newer = { ...attachment, ...change, id: "newer" };
      assert.deepEqual(withAttachment([attachment], newer, always), [newer]);
    }
  });

  it("stays as it was shown when the same text is attached twice", () => {
    const before = [attachment, other];
    const after = withAttachment(before, { ...attachment, id: "again" }, always);
    assert.equal(markOf(after), markOf(before));
  });
});
