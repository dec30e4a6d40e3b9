import assert from "node:assert/strict";
import { PendingConfirmations } from "../../../../../src/features/asking/core/pendingConfirmations";
import { atEnd } from "../../../client/hubFixture";

const request = { sentence: "Send it?", reasons: [], choices: ["Send"], no: "Do Not Send" };
const yes = 0;

function fixture() {
  const pending = new PendingConfirmations(() => true);
  atEnd(async () => pending.dispose());
  let changes = 0;
  pending.onDidChange(() => changes++);
  return { pending, changes: () => changes };
}

describe("the questions to the user in a chat", () => {
  it("K15 take one answer, and that of no other question", async () => {
    const { pending, changes } = fixture();
    const first = pending.ask(request);
    const { id } = pending.current!;
    pending.answer("another", yes);
    pending.answer(id, undefined);
    pending.answer(id, yes);
    assert.equal(await first, undefined);
    assert.deepEqual([pending.current, changes()], [undefined, 2]);
    const second = pending.ask(request);
    pending.answer(id, yes);
    pending.answer(pending.current!.id, yes);
    assert.deepEqual(await second, yes);
  });

  it("K15 take no choice that they do not offer", async () => {
    const { pending } = fixture();
    const asked = pending.ask(request);
    const { id } = pending.current!;
    pending.answer(id, 1);
    assert.equal(pending.current?.id, id);
    pending.answer(id, undefined);
    assert.equal(await asked, undefined);
  });

  it("show the newest first, and answer none that stands behind it", async () => {
    const { pending } = fixture();
    const before = pending.ask(request);
    const { id } = pending.current!;
    const newer = pending.ask({ ...request, sentence: "Open it?" });
    assert.equal(pending.current?.sentence, "Open it?");
    pending.answer(id, yes);
    pending.answer(pending.current.id, undefined);
    assert.equal(await newer, undefined);
    assert.equal(pending.current?.id, id);
    pending.answer(id, yes);
    assert.deepEqual(await before, yes);
  });

  it("are declined once the user leaves, the chat is gone, or the signal is aborted", async () => {
    const { pending } = fixture();
    const left = [pending.ask(request), pending.ask(request)];
    pending.leave();
    assert.deepEqual(await Promise.all(left), [undefined, undefined]);
    const abort = new AbortController();
    const aborted = pending.ask(request, abort.signal);
    abort.abort();
    assert.equal(await aborted, undefined);
    assert.equal(await pending.ask(request, abort.signal), undefined);
    const gone = [pending.ask(request), pending.announce("Done.")];
    pending.dispose();
    assert.deepEqual(await Promise.all(gone), [undefined, undefined]);
    assert.deepEqual([pending.canAsk, await pending.ask(request)], [false, undefined]);
  });

  it("stand beside one notice, which a newer one replaces", async () => {
    const { pending } = fixture();
    const first = pending.announce("Not inserted.", ["Copy", "New File"]);
    const { id } = pending.notice!;
    const second = pending.announce("Applied.", ["Undo All"]);
    assert.equal(await first, undefined);
    pending.useNotice(id, 0);
    assert.equal(pending.notice?.sentence, "Applied.");
    pending.useNotice(pending.notice.id, 0);
    assert.equal(await second, "Undo All");
    const third = pending.announce("Copied.");
    pending.useNotice(pending.notice?.id ?? "", undefined);
    assert.equal(await third, undefined);
    const over = new AbortController();
    const last = pending.announce("Apply?", ["Apply"], { signal: over.signal });
    over.abort();
    assert.equal(await last, undefined);
    assert.equal(await pending.announce("Apply?", [], { signal: over.signal }), undefined);
    assert.equal(pending.notice, undefined);
  });

  it("stand beside a notice that goes with the next action, or comes back after a newer one", async () => {
    const { pending } = fixture();
    const passing = pending.announce("Undone.", ["Undo"]);
    pending.endNotices();
    assert.equal(await passing, undefined);
    const review = pending.announce("Apply these changes?", ["Apply"], { stays: true });
    pending.endNotices();
    assert.equal(pending.notice?.sentence, "Apply these changes?");
    const newer = pending.announce("Not inserted.", ["Copy"]);
    assert.equal(pending.notice?.sentence, "Not inserted.");
    pending.useNotice(pending.notice.id, undefined);
    assert.equal(await newer, undefined);
    pending.useNotice(pending.notice?.id ?? "", 0);
    assert.equal(await review, "Apply");
  });

  it("stand beside a notice that offers nothing for ten seconds", async () => {
    const { pending } = fixture();
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
      assert.equal(await pending.announce("Copied."), undefined);
      const offering = pending.announce("Applied.", ["Undo All"]);
      pending.leave();
      await offering;
    } finally {
      Object.assign(globalThis, { setTimeout });
    }
    assert.equal(waits, 1);
  });
});
