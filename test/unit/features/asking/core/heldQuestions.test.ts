import assert from "node:assert/strict";
import { HeldQuestions } from "../../../../../src/features/asking/core/heldQuestions";
import { atEnd } from "../../../client/hubFixture";

const request = { sentence: "Send it?", reasons: [], choices: ["Send"], no: "Do Not Send" };
const yes = 0;

function fixture() {
  const held = new HeldQuestions(() => true);
  atEnd(async () => held.dispose());
  let changes = 0;
  held.onDidChange(() => changes++);
  return { held, changes: () => changes };
}

describe("the questions to the user in a chat", () => {
  it("K15 take one answer, and that of no other question", async () => {
    const { held, changes } = fixture();
    const first = held.ask(request);
    const { id } = held.current!;
    held.answer("another", yes);
    held.answer(id, undefined);
    held.answer(id, yes);
    assert.equal(await first, undefined);
    assert.deepEqual([held.current, changes()], [undefined, 2]);
    const second = held.ask(request);
    held.answer(id, yes);
    held.answer(held.current!.id, yes);
    assert.deepEqual(await second, yes);
  });

  it("K15 take no choice that they do not offer", async () => {
    const { held } = fixture();
    const asked = held.ask(request);
    const { id } = held.current!;
    held.answer(id, 1);
    assert.equal(held.current?.id, id);
    held.answer(id, undefined);
    assert.equal(await asked, undefined);
  });

  it("show the newest first, and answer none that stands behind it", async () => {
    const { held } = fixture();
    const before = held.ask(request);
    const { id } = held.current!;
    const newer = held.ask({ ...request, sentence: "Open it?" });
    assert.equal(held.current?.sentence, "Open it?");
    held.answer(id, yes);
    held.answer(held.current.id, undefined);
    assert.equal(await newer, undefined);
    assert.equal(held.current?.id, id);
    held.answer(id, yes);
    assert.deepEqual(await before, yes);
  });

  it("are declined once the user leaves, the chat is gone, or the signal is aborted", async () => {
    const { held } = fixture();
    const left = [held.ask(request), held.ask(request)];
    held.leave();
    assert.deepEqual(await Promise.all(left), [undefined, undefined]);
    const abort = new AbortController();
    const aborted = held.ask(request, abort.signal);
    abort.abort();
    assert.equal(await aborted, undefined);
    assert.equal(await held.ask(request, abort.signal), undefined);
    const gone = [held.ask(request), held.tell("Done.")];
    held.dispose();
    assert.deepEqual(await Promise.all(gone), [undefined, undefined]);
    assert.deepEqual([held.canAsk, await held.ask(request)], [false, undefined]);
  });

  it("stand beside one notice, which a newer one replaces", async () => {
    const { held } = fixture();
    const first = held.tell("Not inserted.", ["Copy", "New File"]);
    const { id } = held.notice!;
    const second = held.tell("Applied.", ["Undo All"]);
    assert.equal(await first, undefined);
    held.useNotice(id, 0);
    assert.equal(held.notice?.sentence, "Applied.");
    held.useNotice(held.notice.id, 0);
    assert.equal(await second, "Undo All");
    const third = held.tell("Copied.");
    held.useNotice(held.notice?.id ?? "", undefined);
    assert.equal(await third, undefined);
    const over = new AbortController();
    const last = held.tell("Apply?", ["Apply"], { signal: over.signal });
    over.abort();
    assert.equal(await last, undefined);
    assert.equal(await held.tell("Apply?", [], { signal: over.signal }), undefined);
    assert.equal(held.notice, undefined);
  });

  it("stand beside a notice that goes with the next action, or comes back after a newer one", async () => {
    const { held } = fixture();
    const passing = held.tell("Undone.", ["Undo"]);
    held.endNotices();
    assert.equal(await passing, undefined);
    const review = held.tell("Apply these changes?", ["Apply"], { stays: true });
    held.endNotices();
    assert.equal(held.notice?.sentence, "Apply these changes?");
    const newer = held.tell("Not inserted.", ["Copy"]);
    assert.equal(held.notice?.sentence, "Not inserted.");
    held.useNotice(held.notice.id, undefined);
    assert.equal(await newer, undefined);
    held.useNotice(held.notice?.id ?? "", 0);
    assert.equal(await review, "Apply");
  });

  it("stand beside a notice that offers nothing for ten seconds", async () => {
    const { held } = fixture();
    const { setTimeout } = globalThis;
    let waits = 0;
    // What else waits in this process meanwhile waits as long as it would.
    const sooner = (end: () => void, ms?: number) => {
      const isNotice = ms === 10_000;
      if (isNotice) waits++;
      return setTimeout(end, isNotice ? 0 : ms);
    };
    Object.assign(globalThis, { setTimeout: sooner });
    try {
      assert.equal(await held.tell("Copied."), undefined);
      const offering = held.tell("Applied.", ["Undo All"]);
      held.leave();
      await offering;
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
    assert.equal(waits, 1);
  });
});
