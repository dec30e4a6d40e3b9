import assert from "node:assert/strict";
import { Chat } from "../../../../../src/features/asking/core/chat";
import { ChatPlaces, type ChatPlace } from "../../../../../src/features/asking/core/chatPlaces";

type Shown = { -readonly [K in keyof ChatPlace]: ChatPlace[K] };

function place(panelType?: string): Shown {
  const one = { chat: new Chat(), isVisible: true, find: () => {} };
  return panelType === undefined ? one : { ...one, panelType };
}

describe("the places where chats are shown", () => {
  it("are in the order in which the user was there, visible ones first", () => {
    const places = new ChatPlaces();
    const [side, one, two] = [place(), place("one"), place("two")];
    for (const each of [side, one, two]) places.add(each);
    assert.deepEqual(places.inOrder, [side, one, two]);
    places.enter(two);
    assert.deepEqual(places.inOrder, [two, side, one]);
    places.enter(one);
    assert.deepEqual(places.inOrder, [one, two, side]);
    one.isVisible = false;
    assert.deepEqual(places.inOrder, [two, side, one]);
    side.isVisible = false;
    assert.deepEqual(places.inOrder, [two, one, side]);
    assert.equal(places.isAnyVisible, true);
    two.isVisible = false;
    assert.equal(places.isAnyVisible, false);
  });

  it("are left by closing, once and for all", () => {
    const places = new ChatPlaces();
    const [one, two] = [place("one"), place("two")];
    let changes = 0;
    places.onDidChange(() => changes++);
    places.add(one);
    const added = places.add(two);
    places.enter(two);
    added.dispose();
    places.enter(two);
    assert.deepEqual(places.inOrder, [one]);
    assert.equal(changes, 3);
    assert.equal(places.tabOf("two"), undefined);
  });

  it("are found by the type of their tab, a visible one before a hidden one", () => {
    const places = new ChatPlaces();
    const [hidden, visible] = [place("shared"), place("shared")];
    hidden.isVisible = false;
    places.add(hidden);
    assert.equal(places.tabOf("shared"), hidden);
    places.add(visible);
    assert.equal(places.tabOf("shared"), visible);
    assert.equal(places.tabOf("other"), undefined);
  });
});
