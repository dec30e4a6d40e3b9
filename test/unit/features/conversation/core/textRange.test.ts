import assert from "node:assert/strict";
import fc from "fast-check";
import {
  follow,
  textIn,
  type TrackedRange,
} from "../../../../../src/features/conversation/core/textRange";

function apply(text: string, offset: number, length: number, inserted: string): string {
  return text.slice(0, offset) + inserted + text.slice(offset + length);
}

describe("a range that follows edits", () => {
  it("moves with edits before it and rests with edits behind it", () => {
    assert.deepEqual(follow({ start: 5, end: 8 }, { offset: 0, length: 2, inserted: 5 }), {
      start: 8,
      end: 11,
    });
    assert.deepEqual(follow({ start: 5, end: 8 }, { offset: 8, length: 3, inserted: 1 }), {
      start: 5,
      end: 8,
    });
  });

  it("leaves text typed at its edges outside", () => {
    assert.deepEqual(follow({ start: 5, end: 8 }, { offset: 5, length: 0, inserted: 2 }), {
      start: 7,
      end: 10,
    });
    assert.deepEqual(follow({ start: 5, end: 8 }, { offset: 8, length: 0, inserted: 2 }), {
      start: 5,
      end: 8,
    });
  });

  it("takes in what replaces a part of it together with text outside", () => {
    const range = { start: 5, end: 10 };
    const outer = (change: Parameters<typeof follow>[1]) => {
      const { start, end } = follow(range, change);
      return { start, end };
    };
    assert.deepEqual(outer({ offset: 3, length: 4, inserted: 2 }), { start: 3, end: 8 });
    assert.deepEqual(outer({ offset: 8, length: 4, inserted: 3 }), { start: 5, end: 11 });
    assert.deepEqual(outer({ offset: 3, length: 9, inserted: 4 }), { start: 3, end: 7 });
    assert.deepEqual(outer({ offset: 3, length: 9, inserted: 0 }), { start: 3, end: 3 });
    assert.deepEqual(outer({ offset: 5, length: 5, inserted: 1 }), { start: 5, end: 6 });
  });

  it("I2 still names the same text after any edits that do not touch it", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.array(
          fc.record({ before: fc.boolean(), at: fc.nat(), cut: fc.nat(5), put: fc.string() }),
        ),
        (head, middle, tail, edits) => {
          let text = head + middle + tail;
          let range = { start: head.length, end: head.length + middle.length };
          for (const { before, at, cut, put } of edits) {
            const [from, to] = before ? [0, range.start] : [range.end, text.length];
            const offset = from + (at % (to - from + 1));
            const length = Math.min(cut, to - offset);
            text = apply(text, offset, length, put);
            range = follow(range, { offset, length, inserted: put.length });
          }
          assert.equal(text.slice(range.start, range.end), middle);
        },
      ),
    );
  });

  it("holds what became of its text after any edits inside it", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 2 }),
        fc.string(),
        fc.array(fc.record({ at: fc.nat(), cut: fc.nat(5), put: fc.string() })),
        (head, middle, tail, edits) => {
          let text = head + middle + tail;
          let range = { start: head.length, end: head.length + middle.length };
          for (const { at, cut, put } of edits) {
            const size = range.end - range.start;
            if (size < 2) break;
            // Inside, not at an edge: text typed at an edge is outside.
            const offset = 1 + (at % (size - 1));
            const length = Math.min(cut, size - offset);
            text = apply(text, range.start + offset, length, put);
            middle = apply(middle, offset, length, put);
            range = follow(range, { offset: range.start + offset, length, inserted: put.length });
          }
          assert.equal(text.slice(range.start, range.end), middle);
          assert.equal(text, head + middle + tail);
        },
      ),
    );
  });

  it("A6 is where it was once two edits were undone, wherever they were", () => {
    const others = fc.string({ unit: fc.constantFrom("a", "b", "\n") });
    const middle = "text";
    fc.assert(
      fc.property(
        others,
        others,
        fc.array(fc.record({ at: fc.nat(), cut: fc.nat(8), put: others }), { maxLength: 2 }),
        (head, tail, edits) => {
          const whole = head + middle + tail;
          let text = whole;
          let range: TrackedRange = { start: head.length, end: head.length + middle.length };
          const edit = (offset: number, length: number, put: string): void => {
            text = apply(text, offset, length, put);
            range = follow(range, { offset, length, inserted: put.length });
            const { start, end } = textIn(range);
            // As soon as the text is there, the edges are its own again.
            if (text.slice(start, end) === middle) range = { start, end };
          };
          const undo: Parameters<typeof edit>[] = [];
          for (const { at, cut, put } of edits) {
            const offset = at % (text.length + 1);
            const length = Math.min(cut, text.length - offset);
            undo.push([offset, put.length, text.slice(offset, offset + length)]);
            edit(offset, length, put);
          }
          for (const one of undo.toReversed()) edit(...one);
          assert.equal(text, whole);
          assert.deepEqual(range, { start: head.length, end: head.length + middle.length });
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("stays a range within the text under any edit", () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.nat(20),
        fc.nat(20),
        fc.nat(20),
        fc.nat(9),
        (a, b, offset, cut, inserted) => {
          const size = 40;
          const range = { start: Math.min(a, b), end: Math.max(a, b) };
          const { start, end } = follow(range, { offset, length: cut, inserted });
          assert.ok(start >= 0 && start <= end && end <= size - cut + inserted, `${start} ${end}`);
        },
      ),
    );
  });
});
