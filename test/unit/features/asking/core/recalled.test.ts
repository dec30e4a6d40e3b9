import assert from "node:assert/strict";
import { Chat } from "../../../../../src/features/asking/core/chat";
import { Recalled } from "../../../../../src/features/asking/core/recalled";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { done, turn } from "../../conversation/core/savedTurns";

const selected = (text: string): Attachment => ({
  id: text,
  text,
  languageId: "ts",
  label: "a.ts:1",
  detail: "1 line",
});

const [first, third] = [selected("first"), selected("third")];
const own = [selected("own")];

const question = (typed: string, attachment?: Attachment) => ({
  question: { typed, expertId: 1, ...(attachment && { attachments: [attachment] }) },
});

function chatWithTurns(): Chat {
  const turns = [
    turn("1", done("a"), question("one", first)),
    turn("2", done("b"), question("two")),
    turn("3", { state: "stopped" }, question("three", third)),
  ];
  return new Chat(
    new Conversation({ id: "c", changes: turns.map((one) => ({ kind: "turn", turn: one })) }),
  );
}

describe("earlier questions in the composer", () => {
  it("come back with their attachment, newest first, and are taken away again", () => {
    const [chat, recalled] = [chatWithTurns(), new Recalled()];
    const steps = [1, 2, 3, 4, 2, 1, 0].map((back) => [
      recalled.recall(chat, back),
      chat.attachments[0]?.text,
    ]);
    assert.deepEqual(steps, [
      ["three", "third"],
      ["two", undefined],
      ["one", "first"],
      [null, "first"],
      ["two", undefined],
      ["three", "third"],
      ["", undefined],
    ]);
  });

  it("leave what the user has attached", () => {
    const [chat, recalled] = [chatWithTurns(), new Recalled()];
    chat.attachments = own;
    for (const back of [1, 3, 0]) {
      recalled.recall(chat, back);
      assert.equal(chat.attachments, own);
    }
    chat.attachments = [];
    recalled.recall(chat, 1);
    chat.attachments = own;
    recalled.recall(chat, 0);
    assert.equal(chat.attachments, own);
  });
});
