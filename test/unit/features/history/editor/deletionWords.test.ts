import assert from "node:assert/strict";
import type { Unsent } from "../../../../../src/features/conversation/core/unsent";
import {
  deletionWords,
  wordsForAll,
} from "../../../../../src/features/history/editor/deletionWords";
import type { Listed } from "../../../../../src/features/history/core/conversationList";

const listed = (more: Partial<Listed> = {}) =>
  ({ id: "c", title: "Why?", turns: 1, isPinned: false, isDraft: false, ...more }) as Listed;
const draft = listed({ isDraft: true });

const unsent = (queued: number, typed = ""): Unsent => ({
  typed,
  attachments: [],
  queue: Array.from({ length: queued }, (_, at) => ({ id: String(at) }) as never),
});
const attached = { ...unsent(0), attachments: [{ id: "a" } as never] };

const elsewhere =
  "will be deleted from this computer. Whatever the hub has stored is not affected.";

describe("the words before conversations are deleted", () => {
  it("name what is deleted, and what was done", () => {
    const rows: [given: Listed[], question: string, detail: string, yes: string, done: string][] = [
      [
        [listed()],
        "Delete the conversation “Why?”?",
        `Its question and answer ${elsewhere}`,
        "Delete",
        "Deleted “Why?”.",
      ],
      [
        [listed({ turns: 2 })],
        "Delete the conversation “Why?”?",
        `All its 2 questions and answers ${elsewhere}`,
        "Delete",
        "Deleted “Why?”.",
      ],
      [
        [listed(), draft],
        "Delete 2 conversations?",
        `All their questions and answers ${elsewhere}`,
        "Delete",
        "Deleted 2 conversations.",
      ],
      [
        [draft],
        "Discard the draft “Why?”?",
        "What you typed and attached will be deleted from this computer.",
        "Discard Draft",
        "Discarded the draft “Why?”.",
      ],
      [
        [draft, draft],
        "Discard 2 drafts?",
        "What you typed and attached will be deleted from this computer.",
        "Discard Drafts",
        "Discarded 2 drafts.",
      ],
    ];
    for (const [given, question, detail, yes, done] of rows) {
      const { hasUnsent, ...words } = deletionWords(given, []);
      assert.deepEqual(words, { question, detail, yes, done });
      assert.equal(hasUnsent ?? false, false);
    }
  });

  it("name what was not sent and goes as well, of all of them together", () => {
    const one = "The question in the queue will be deleted as well.";
    const composed = "What you typed or attached and have not sent will be deleted as well.";
    const rows: [given: Unsent[], more: string][] = [
      [[unsent(0)], ""],
      [[unsent(1)], one],
      [[unsent(0), unsent(1)], one],
      [[unsent(1), unsent(1)], "The 2 questions in the queue will be deleted as well."],
      [[unsent(0), unsent(0, "Hi")], composed],
      [[attached], composed],
      [[unsent(1, "Hi")], `${one} ${composed}`],
    ];
    for (const [given, more] of rows) {
      const { detail, hasUnsent } = deletionWords([listed()], given);
      assert.equal(detail, `Its question and answer ${elsewhere} ${more}`.trim());
      assert.equal(hasUnsent, more !== "");
    }
  });

  it("count all of them, with drafts and with files that could not be shown", () => {
    const end =
      "This cannot be undone. Conversations in other workspaces, and whatever the hub has stored, are not affected.";
    const rows: [given: Listed[], quarantined: number, of: string, drafts: string][] = [
      [[listed()], 0, "questions and answers will", ""],
      [[listed()], 1, "questions and answers, and a file that could not be shown, will", ""],
      [
        [listed(), draft],
        2,
        "questions and answers, and 2 files that could not be shown, will",
        "Drafts will be deleted as well. ",
      ],
    ];
    for (const [given, quarantined, of, drafts] of rows)
      assert.deepEqual(wordsForAll(given, quarantined), {
        question: `Delete all conversations (${given.length})?`,
        detail: `All their ${of} be permanently deleted from this computer. ${drafts}${end}`,
      });
  });
});
