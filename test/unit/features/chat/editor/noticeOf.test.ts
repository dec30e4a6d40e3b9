import assert from "node:assert/strict";
import { noticeOf, type Notice } from "../../../../../src/features/chat/editor/noticeOf";

/** `p1` is a queue that has paused in the first conversation. */
function notice(code: string): Notice {
  const [letter = "", conversationId = ""] = code;
  const kinds: Record<string, Notice["kind"]> = {
    d: "done",
    f: "failed",
    p: "paused",
    w: "pending",
  };
  return { kind: kinds[letter]!, conversationId, title: `T${conversationId}`, expert: "Ada" };
}

describe("several notices in one sentence", () => {
  it("say what happened, how often and where, and whether something is wrong", () => {
    const rows: [codes: string, sentence: string, isProblem: boolean][] = [
      ["", "", false],
      ["d1", "Ada answered in “T1”.", false],
      ["f1", "Ada did not answer in “T1”.", true],
      ["p1", "The queue is paused in “T1”.", true],
      ["w1", "Something in the chat waits for your decision.", false],
      ["d1 w2 d1", "Something in the chat waits for your decision.", false],
      ["f1 w2", "Something in the chat waits for your decision.", true],
      ["p1 p1", "The queue is paused in “T1”.", true],
      ["p1 p2", "Queues are paused in 2 conversations.", true],
      ["p1 p2 p2", "Queues are paused in 2 conversations.", true],
      ["p1 d2", "Ada answered in “T2”.", true],
      ["f1 p1", "Ada did not answer in “T1”.", true],
      ["d1 d1", "2 answers arrived in “T1”.", false],
      ["d1 d2 d2", "3 answers arrived in 2 conversations.", false],
      ["f1 f1", "2 questions failed in “T1”.", true],
      ["f1 f2 f2", "3 questions failed in 2 conversations.", true],
      ["d1 f1", "1 of 2 questions in “T1” failed.", true],
      ["d1 f2 f1", "2 of 3 questions in 2 conversations failed.", true],
    ];
    for (const [codes, sentence, isProblem] of rows)
      assert.deepEqual(
        noticeOf(codes.split(" ").filter(Boolean).map(notice)),
        { sentence, isProblem },
        codes,
      );
  });
});
