import assert from "node:assert/strict";
import * as vscode from "vscode";
import { PendingConfirmations } from "../../../src/features/asking/core/pendingConfirmations";
import {
  confirmInsertion,
  largeBytes,
} from "../../../src/features/changes/editor/confirmInsertion";
import type { AnswerChanges } from "../../../src/features/changes/editor/review/appliedChanges";
import { Insertion } from "../../../src/features/changes/editor/insertion";
import { confirmProposals } from "../../../src/features/changes/editor/review/reviewAnswer";
import {
  announceRefusals,
  type RefusedAnswer,
} from "../../../src/features/changes/editor/review/refusals";
import type { Proposals } from "../../../src/features/changes/editor/review/proposedFile";
import type { LastEditor } from "../../../src/platform/editor/lastEditor";
import type { Snapshots } from "../../../src/platform/editor/snapshots";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";

const tasks = vscode.Uri.file("/somewhere/.vscode/tasks.json");

describe("what has to be confirmed before an answer is used, while its chat is in view", () => {
  let messages: Messages;
  let chat: PendingConfirmations;

  beforeEach(() => {
    messages = new Messages();
    chat = new PendingConfirmations(() => true);
  });
  afterEach(() => {
    messages.restore();
    chat.dispose();
  });

  const answer = (choice?: number) => chat.answer(chat.current?.id ?? "", choice);
  const texts = () => chat.current?.reasons.map(({ text }) => text);

  it("I9 I12 I14 is one question in the chat, with every reason, and no dialog", async () => {
    const text = `a\u200Bb${"c".repeat(largeBytes)}`;
    for (const [choice, expected] of [
      [undefined, undefined],
      [0, text.replace("\u200B", "")],
      [1, text],
    ] as const) {
      const passed = confirmInsertion(text, tasks, chat);
      await until("it is asked", () => chat.current !== undefined);
      assert.equal(chat.current?.sentence, "Insert this answer?");
      assert.deepEqual(
        [chat.current.no, ...chat.current.choices],
        ["Do Not Insert", "Use Without Them", "Use As Is"],
      );
      assert.match(texts()?.join("\n") ?? "", /is large.*which programs to run.*U\+200B/s);
      answer(choice);
      assert.equal(await passed, expected);
    }
    assert.deepEqual(messages.told, []);
  });

  it("I12 names the risk of the file alone, with one way on", async () => {
    const passed = confirmInsertion("x", tasks, chat);
    await until("it is asked", () => chat.current !== undefined);
    assert.match(chat.current?.sentence ?? "", /^tasks\.json tells VS Code which programs to run/);
    assert.deepEqual(chat.current?.choices, ["Insert"]);
    answer(0);
    assert.equal(await passed, "x");
    assert.equal(await confirmInsertion("x", "clipboard", chat), "x");
  });

  it("I9 I12 is asked there before a review, which files may be left out of", async () => {
    const risky = { uri: tasks, path: ".vscode/tasks.json", original: "", proposed: "a\u202Eb" };
    const proposals = { files: [risky], refusals: [] } as unknown as Proposals;
    const reviewed = confirmProposals(proposals, chat);
    await until("it is asked", () => chat.current !== undefined);
    assert.deepEqual(chat.current?.choices, ["Leave Out", "Include"]);
    answer(1);
    await until("the next one is asked", () => chat.current?.choices.length === 3);
    answer(0);
    assert.equal((await reviewed)?.files[0]?.proposed, "ab");
    const left = confirmProposals(proposals, chat);
    await until("it is asked", () => chat.current !== undefined);
    answer();
    assert.equal(await left, undefined);
    assert.deepEqual(messages.told, []);
  });

  it("says in the chat why nothing was inserted, and what can be done instead", async () => {
    const insertion = new Insertion(
      async () => assert.fail("no review"),
      { used: [] } as unknown as LastEditor,
      {} as Snapshots,
      {} as AnswerChanges,
    );
    const inserted = insertion.atCursor("copied from the notice", undefined, chat);
    await until("it is told", () => chat.notice !== undefined);
    const { id, sentence, choices } = chat.notice!;
    assert.equal(sentence, "There is no open file to insert into.");
    assert.deepEqual(choices, ["Copy", "New File"]);
    chat.useNotice(id, 0);
    assert.equal(await inserted, false);
    assert.equal(await vscode.env.clipboard.readText(), "copied from the notice");
    assert.deepEqual([messages.told, chat.notice], [[], undefined]);
  });

  it("J13 is told the reason alone where there is only one, with what can be done", async () => {
    const answer = { output: "", proposed: [], insertion: { hasCursor: false } };
    const reasons = ["one.ts", "two.ts"].map((path) => ({
      path,
      why: (name: string) => `${name}!`,
    }));
    for (const [count, sentence, details] of [
      [1, "one.ts!", []],
      [2, "None of the changes can be applied.", ["one.ts!", "two.ts!"]],
    ] as const) {
      const refused = answer as unknown as RefusedAnswer;
      const done = announceRefusals(reasons.slice(0, count), refused, { chat });
      await until("it is told", () => chat.notice !== undefined);
      const shown = chat.notice!;
      assert.deepEqual(
        [shown.sentence, shown.details, shown.choices],
        [sentence, details, ["Compare", "Copy"]],
      );
      chat.useNotice(shown.id, undefined);
      assert.equal(await done, false);
    }
  });
});
