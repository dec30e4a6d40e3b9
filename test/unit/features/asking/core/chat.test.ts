import assert from "node:assert/strict";
import { Chat } from "../../../../../src/features/asking/core/chat";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { done, scope, turn } from "../../conversation/core/savedTurns";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";

const selected = (text: string): Attachment => ({
  id: text,
  text,
  languageId: "ts",
  label: "a.ts:1",
  detail: "1 line",
});

describe("a chat", () => {
  const asked = { typed: "Why?", attachments: [selected("old")] };

  it("has a question that was stopped in its composer again", () => {
    const chat = new Chat();
    chat.restore(asked);
    assert.deepEqual([chat.draft, chat.attachments[0]], ["Why?", asked.attachments[0]]);
  });

  it("counts each change of its words, and tells the pages that did not type them", () => {
    const chat = new Chat();
    const told: unknown[] = [];
    chat.onDidChange(() => told.push("changed"));
    chat.onDidType((page) => told.push(page));
    const revision = () => chat.draftRevision;
    assert.equal(revision(), 0);
    chat.setDraft("a", "page");
    assert.deepEqual([chat.draft, revision(), told.splice(0)], ["a", 1, ["page"]]);
    chat.setDraft("a", "other page");
    chat.draft = "a";
    assert.deepEqual([revision(), told], [1, []]);
    chat.draft = "b";
    assert.deepEqual([revision(), told.splice(0)], [2, ["changed"]]);
    chat.attachments = [selected("x")];
    chat.picked = { id: 7, hubScope: scope };
    assert.deepEqual([revision(), told.splice(0)], [2, ["changed", "changed"]]);
    chat.setDraft("", "page");
    assert.equal(chat.isComposed, true);
    chat.attachments = [];
    assert.equal(chat.isComposed, false);
  });

  it("goes on with the expert of the last question", () => {
    const conversation = new Conversation();
    assert.equal(new Chat(conversation).picked, undefined);
    const asked = { expertId: 3, expertName: "Three", hubScope: scope, builtIn: false };
    conversation.put(turn("1", done("one"), { asked }));
    conversation.put(turn("2", { state: "stopped" }, { asked: { ...asked, expertId: 4 } }));
    const chat = new Chat(conversation);
    assert.deepEqual([chat.picked, chat.isUnasked], [{ id: 4, hubScope: scope }, false]);
  });

  it("keeps what is composed by then: words, or a selection alone", () => {
    const typing = new Chat();
    typing.draft = "And";
    typing.restore(asked);
    assert.deepEqual(typing.clear(), { typed: "And", attachments: [] });
    const selecting = new Chat();
    selecting.attachments = [selected("new")];
    selecting.restore(asked);
    assert.deepEqual(selecting.clear(), { typed: "", attachments: [selected("new")] });
  });
});
