import assert from "node:assert/strict";
import { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import type { ModelChoice } from "../../../../../src/features/models/core/chosenModels";
import { TestStore } from "../../../support/appFixture";

const day = 24 * 60 * 60 * 1000;
const base = "http://127.0.0.1:1/v1";
const key = `${base} small`;

function remembering(store = new TestStore()) {
  const choice: ModelChoice = { kind: "address", address: base, identifier: "small" };
  const models = { find: (id: number | undefined) => (id === 7 ? choice : undefined) };
  return { store, sizes: new ContextSizes(store, models) };
}

describe("what models take", () => {
  const { now } = Date;
  afterEach(() => Object.assign(Date, { now }));
  const after = (ms: number) => Object.assign(Date, { now: () => now() + ms });

  it("is remembered for each server and model, also by another window", async () => {
    const { sizes, store } = remembering();
    let changes = 0;
    sizes.onDidChange(() => changes++);
    await sizes.tellServed(base, [{ name: "small", contextTokens: 4096 }, { name: "mute" }]);
    await sizes.tellServed("http://127.0.0.1:2/v1", [{ name: "small", contextTokens: 8192 }]);
    assert.equal(sizes.of(key), 4096);
    assert.equal(remembering(store).sizes.of("http://127.0.0.1:2/v1 small"), 8192);
    assert.equal(sizes.of(`${base} mute`), undefined);
    assert.equal(changes, 2);
  });

  it("is known of pictures apart from tokens, and a refusal counts for a day", async () => {
    const { sizes } = remembering();
    await sizes.tellServed(base, [{ name: "small", contextTokens: 4096 }]);
    assert.equal(sizes.seesPictures(key), undefined);
    await sizes.learnBlind(key);
    assert.equal(sizes.seesPictures(key), false);
    assert.equal(sizes.of(key), 4096);
    after(day + 1000);
    assert.equal(sizes.seesPictures(key), undefined);
    await sizes.tellServed(base, [{ name: "small", seesPictures: true }]);
    await sizes.learn(key, 2048);
    assert.deepEqual([sizes.seesPictures(key), sizes.of(key)], [true, 2048]);
  });

  it("is learned anew where the list says something else", async () => {
    const { sizes } = remembering();
    await sizes.tellServed(base, [{ name: "small", contextTokens: 4096 }]);
    await sizes.learn(key, 2048);
    assert.equal(sizes.of(key), 2048);
    await sizes.tellServed(base, [{ name: "small", contextTokens: 4096 }]);
    assert.equal(sizes.of(key), 2048, "the list is as wrong as before");
    await sizes.tellServed(base, [{ name: "small", contextTokens: 16_384 }]);
    assert.equal(sizes.of(key), 16_384);
  });

  it("is saved and reported only where a list says something new", async () => {
    const { sizes } = remembering();
    let changes = 0;
    sizes.onDidChange(() => changes++);
    const tellEach = async (...each: Parameters<typeof sizes.tellServed>[1][number][]) => {
      for (const model of each) await sizes.tellServed(base, [model]);
      return changes;
    };
    const name = "small";
    assert.equal(await tellEach({ name, contextTokens: 4096, seesPictures: false }), 1);
    assert.equal(await tellEach({ name, contextTokens: 4096 }, { name, seesPictures: false }), 1);
    assert.equal(await tellEach({ name }, { name, contextTokens: -1 }), 1);
    assert.deepEqual([sizes.of(key), sizes.seesPictures(key)], [4096, false]);
    assert.equal(await tellEach({ name, seesPictures: true }, { name, contextTokens: 8192 }), 3);
    assert.deepEqual([sizes.of(key), sizes.seesPictures(key)], [8192, true]);
    await sizes.learn(key, Number.NaN);
    assert.equal(changes, 3);
    await sizes.learnBlind(key);
    await tellEach({ name, contextTokens: 16_384 });
    assert.equal(sizes.seesPictures(key), false, "a size says nothing of pictures");
    await tellEach({ name, seesPictures: false }, { name, seesPictures: true });
    assert.equal(sizes.seesPictures(key), true, "the list is as good as new");
  });

  it("is tried again a day after an error taught it", async () => {
    const { sizes } = remembering();
    await sizes.learn(key, 2048);
    after(day - 1000);
    assert.equal(sizes.of(key), 2048);
    after(day + 1000);
    assert.equal(sizes.of(key), undefined);
  });

  it("is tried again at once if the clock was ahead when an error taught it", async () => {
    const { sizes } = remembering();
    after(365 * day);
    await sizes.learn(key, 2048);
    assert.equal(sizes.of(key), 2048);
    after(0);
    assert.equal(sizes.of(key), undefined);
  });

  it("belongs to a model that the user chose, else to the model or expert of the hub", () => {
    const { sizes } = remembering();
    const own = { hubScope: "https://a.example", expertId: 3 };
    assert.equal(sizes.keyOf({ ...own, modelId: 7 }), key);
    assert.equal(sizes.keyOf({ ...own, modelId: 8 }), "https://a.example 8");
    assert.equal(sizes.keyOf(own), "https://a.example expert 3");
  });

  it("is nothing that a broken store or a wrong number says", async () => {
    const { sizes, store } = remembering();
    for (const stored of [
      "x",
      [null, { key }],
      [{ key, told: "4096" }],
      [{ key, told: 0.5 }],
      { key },
    ]) {
      store.values.set("contextSizes", stored);
      assert.equal(sizes.of(key), undefined);
    }
    await sizes.learnListed([{ key, tokens: -1 }]);
    await sizes.learn(key, Number.NaN);
    assert.equal(sizes.of(key), undefined);
  });

  it("is remembered of 500 models at most, the newest", async () => {
    const { sizes } = remembering();
    const listed = Array.from({ length: 501 }, (_, at) => ({
      name: `model ${at}`,
      contextTokens: 4096,
    }));
    await sizes.tellServed(base, listed);
    assert.equal(sizes.of(`${base} model 0`), undefined);
    assert.equal(sizes.of(`${base} model 500`), 4096);
  });
});
