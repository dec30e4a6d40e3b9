import assert from "node:assert/strict";
import { Chat } from "../../../../src/app/chat/chat";
import type { Attachment } from "../../../../src/app/conversation/question";

const selected = (text: string): Attachment => ({
  id: text,
  text,
  languageId: "ts",
  label: "a.ts:1",
  detail: "1 line",
});

describe("a chat", () => {
  const asked = { typed: "Why?", attachment: selected("old") };

  it("has a question that was stopped in its composer again", () => {
    const chat = new Chat();
    chat.restore(asked);
    assert.deepEqual([chat.draft, chat.attachment], ["Why?", asked.attachment]);
  });

  it("keeps what is composed by then: words, or a selection alone", () => {
    const typing = new Chat();
    typing.draft = "And";
    typing.restore(asked);
    assert.deepEqual(typing.take(), { typed: "And" });
    const selecting = new Chat();
    selecting.attachment = selected("new");
    selecting.restore(asked);
    assert.deepEqual(selecting.take(), { typed: "", attachment: selected("new") });
  });
});
