import assert from "node:assert/strict";
import { CoalescedStore } from "../../../../src/platform/core/coalescedStore";
import type { SharedStore } from "../../../../src/platform/core/ports";
import { until } from "../../../support/until";

type Change = Parameters<SharedStore["update"]>[1];

const add =
  (item: number): Change =>
  (value) => [...((value as number[] | undefined) ?? []), item];

/** A store whose writes wait to be let through. */
function slowStore() {
  const values = new Map<string, unknown>();
  const writes: { key: string; go: () => void; fail: (error: Error) => void }[] = [];
  let isOpen = false;
  const store: SharedStore = {
    get: (key) => values.get(key),
    update: async (key, change) => {
      if (!isOpen) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        writes.push({ key, go: resolve, fail: reject });
        await promise;
      } else writes.push({ key, go: () => {}, fail: () => {} });
      values.set(key, change(values.get(key)));
    },
  };
  return { values, writes, store, open: () => (isOpen = true) };
}

describe("values that change in bursts", () => {
  it("are read as changed at once, and written once for a burst", async () => {
    const { values, writes, store, open } = slowStore();
    open();
    values.set("a", [0]);
    const coalesced = new CoalescedStore(store);
    assert.deepEqual(coalesced.get("a"), [0]);
    const saved = [1, 2, 3].map((item) => coalesced.update("a", add(item)));
    const other = coalesced.update("b", add(9));
    assert.deepEqual([coalesced.get("a"), coalesced.get("b")], [[0, 1, 2, 3], [9]]);
    assert.deepEqual(values.get("a"), [0]);
    await Promise.all([...saved, other]);
    assert.deepEqual([values.get("a"), values.get("b")], [[0, 1, 2, 3], [9]]);
    assert.deepEqual(writes.map(({ key }) => key).toSorted(), ["a", "b"]);
    coalesced.dispose();
  });

  it("are read from the store again once they are saved", async () => {
    const { values, store, open } = slowStore();
    open();
    const coalesced = new CoalescedStore(store);
    await coalesced.update("a", add(1));
    values.set("a", ["from another window"]);
    assert.deepEqual(coalesced.get("a"), ["from another window"]);
    coalesced.dispose();
  });

  it("are applied to what another window saved meanwhile", async () => {
    const { values, store, open } = slowStore();
    open();
    const coalesced = new CoalescedStore(store);
    const saved = coalesced.update("a", add(1));
    values.set("a", [7]);
    await saved;
    assert.deepEqual(values.get("a"), [7, 1]);
    coalesced.dispose();
  });

  it("keep a change that is made while another is written, and write it next", async () => {
    const { values, writes, store, open } = slowStore();
    const coalesced = new CoalescedStore(store);
    const first = coalesced.update("a", add(1));
    await until("the first is on its way", () => writes.length === 1);
    const second = coalesced.update("a", add(2));
    assert.deepEqual(coalesced.get("a"), [1, 2]);
    writes[0]?.go();
    await first;
    assert.deepEqual(values.get("a"), [1]);
    assert.deepEqual(coalesced.get("a"), [1, 2], "it is not saved yet");
    open();
    await until("the second is on its way", () => writes.length === 2);
    await second;
    assert.deepEqual(values.get("a"), [1, 2]);
    coalesced.dispose();
  });

  it("tell all who wait that they could not be saved, and are saved with the next change", async () => {
    const { values, writes, store, open } = slowStore();
    const coalesced = new CoalescedStore(store);
    const both = Promise.allSettled([coalesced.update("a", add(1)), coalesced.update("a", add(2))]);
    await until("they are on their way", () => writes.length === 1);
    writes[0]?.fail(new Error("full"));
    assert.deepEqual(
      (await both).map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.deepEqual(coalesced.get("a"), [1, 2]);
    open();
    await coalesced.update("a", add(3));
    assert.deepEqual(values.get("a"), [1, 2, 3]);
    coalesced.dispose();
  });

  it("are saved at once where the window closes", () => {
    const { values, writes, store } = slowStore();
    const coalesced = new CoalescedStore(store);
    void coalesced.update("a", add(1));
    coalesced.dispose();
    assert.equal(writes.length, 1);
    void coalesced.update("a", add(2));
    assert.equal(writes.length, 2);
    assert.equal(values.get("a"), undefined);
  });
});
