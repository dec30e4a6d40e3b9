import assert from "node:assert/strict";
import { Memory } from "../../../src/page/host/memory";

const storeOf = (state?: unknown) => {
  const states: unknown[] = [];
  return {
    states,
    getState: () => state,
    setState: (next: unknown) => states.push(JSON.parse(JSON.stringify(next))),
  };
};

/** What is saved at once after reading this. */
function savedOf(state: unknown): unknown {
  const store = storeOf(state);
  new Memory(store).saveNow();
  return store.states[0];
}

describe("what the page keeps", () => {
  it("is read as it was saved", () => {
    const state = {
      conversationId: "c2",
      panel: "preview",
      find: "",
      wrapLines: true,
      conversations: [
        { id: "c2", place: { turnId: "t", piece: 0, offset: -3.5 }, folds: [["", ["chip"]]] },
        { id: "c1", place: { turnId: "t", offset: 0 }, edits: [["t", "Why not?"]], folds: [] },
      ],
    };
    assert.deepEqual(savedOf(state), state);
  });

  it("is left out where it is not understood", () => {
    const nothing = { wrapLines: false, conversations: [] };
    for (const state of [
      undefined,
      null,
      7,
      { conversations: {} },
      { panel: "both", find: 1, wrapLines: 1 },
    ])
      assert.deepEqual(savedOf(state), nothing);
    const place = { turnId: "t", piece: 1, offset: 2 };
    for (const wrong of [
      { ...place, turnId: 1 },
      { ...place, piece: 0.5 },
      { ...place, piece: "1" },
      { ...place, offset: null },
      { ...place, offset: Infinity },
      7,
    ])
      assert.deepEqual(savedOf({ conversations: [{ id: "c", place: wrong, folds: 7 }] }), {
        conversationId: "c",
        ...nothing,
        conversations: [{ id: "c", folds: [] }],
      });
    const like = { length: 2, 0: "t", 1: "words" };
    const edits = [like, ["t"], ["t", 1], ["t", "a", "b"], "tu", ["u", "words"]];
    assert.deepEqual(savedOf({ conversations: [{ id: "c", edits }] }), {
      conversationId: "c",
      ...nothing,
      conversations: [{ id: "c", edits: [["u", "words"]], folds: [] }],
    });
    const folds = [["t", ["steps"]], ["u", [1, "steps"]], ["v"], [1, ["steps"]], "steps"];
    assert.deepEqual(savedOf({ conversations: [{ id: "c", folds }, { id: 1 }, null] }), {
      conversationId: "c",
      ...nothing,
      conversations: [{ id: "c", folds: [["t", ["steps"]]] }],
    });
  });

  it("is limited: conversations, turns with folds, and folds of a turn", () => {
    const store = storeOf();
    const memory = new Memory(store);
    for (let at = 0; at < 25; at++) memory.enter(`c${at}`);
    const { folds } = memory.enter("c20");
    for (let at = 0; at < 110; at++) folds.set(`t${at}`, new Set());
    for (let at = 0; at < 60; at++) folds.get("t109")?.add(`step ${at}`);
    memory.saveNow();
    const [state] = store.states as [
      { conversations: { id: string; folds: [string, string[]][] }[] },
    ];
    const ids = state.conversations.map(({ id }) => id);
    assert.equal(ids.length, 20);
    assert.deepEqual(ids.slice(0, 3), ["c20", "c24", "c23"]);
    const [first] = state.conversations;
    assert.equal(first?.folds.length, 100);
    assert.equal(first?.folds[0]?.[0], "t10");
    assert.deepEqual(first?.folds.at(-1)?.[1].length, 50);
    assert.equal(memory.enter("c0").folds.size, 0);
  });

  it("is saved once, a moment after the last of several changes at once", async () => {
    const store = storeOf();
    const memory = new Memory(store);
    const known = memory.enter("c");
    memory.panel = "options";
    memory.find = "word";
    memory.wrapLines = true;
    assert.equal(store.states.length, 0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.deepEqual(store.states, [
      {
        conversationId: "c",
        panel: "options",
        find: "word",
        wrapLines: true,
        conversations: [{ id: "c", folds: [] }],
      },
    ]);
    assert.equal(memory.enter("c"), known);
    memory.panel = undefined;
    memory.saveNow();
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(store.states.length, 2);
    assert.equal(memory.panel, undefined);
    assert.equal(memory.find, "word");
  });
});
