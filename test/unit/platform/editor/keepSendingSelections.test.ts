import assert from "node:assert/strict";
import { keepSendingSelections } from "../../../../src/platform/editor/keepSendingSelections";

function fixture(before: Record<string, unknown>, chosen?: string) {
  const stored = new Map(Object.entries(before));
  let value = chosen;
  const state = { looked: 0, fails: false };
  const memento = {
    get: (key: string) => stored.get(key),
    keys: () => [...stored.keys()],
    update: async (key: string, to: unknown) => void stored.set(key, to),
  };
  const configuration = () => {
    state.looked++;
    return {
      inspect: () => ({ key: "askSelection", globalValue: value }),
      update: async (_: string, to: string) => {
        if (state.fails) throw new Error("settings.json has errors");
        value = to;
      },
    } as never;
  };
  const decide = () => keepSendingSelections(memento as never, configuration);
  return { decide, state, stored, value: () => value };
}

describe("what a question about a selection does after an update", () => {
  it("goes on as it was where something had been stored", async () => {
    const { decide, value } = fixture({ experts: [7] });
    await decide();
    assert.equal(value(), "send");
  });

  it("is as new where nothing had been, also once something is", async () => {
    const { decide, state, stored, value } = fixture({});
    await decide();
    stored.set("experts", [7]);
    await decide();
    assert.deepEqual([value(), state.looked], [undefined, 0]);
  });

  it("is decided once: what is chosen later stays", async () => {
    const chosen = fixture({ experts: [7] }, "compose");
    await chosen.decide();
    assert.equal(chosen.value(), "compose");
    const { decide, state } = fixture({ experts: [7] });
    await decide();
    await decide();
    assert.equal(state.looked, 1);
  });

  it("is decided the next time where the settings cannot be written", async () => {
    const { decide, state, value } = fixture({ experts: [7] });
    state.fails = true;
    await decide();
    assert.equal(value(), undefined);
    state.fails = false;
    await decide();
    assert.equal(value(), "send");
  });
});
