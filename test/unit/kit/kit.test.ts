import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Owner, type Disposable } from "../../../src/kit/disposable";
import { Emitter } from "../../../src/kit/event";
import { onUnexpectedError } from "../../../src/kit/unexpectedErrors";

class House extends Owner {
  own<T extends Disposable>(owned: T): T {
    return this.register(owned);
  }
  let(owned: Disposable): void {
    this.release(owned);
  }
}

describe("an owner", () => {
  it("disposes of what it owns once, the newest first", () => {
    const gone: number[] = [];
    const house = new House();
    for (const number of [1, 2, 3]) house.own({ dispose: () => gone.push(number) });
    house.dispose();
    house.dispose();
    assert.deepEqual(gone, [3, 2, 1]);
  });

  it("disposes at once of what comes too late", () => {
    const house = new House();
    house.dispose();
    let gone = false;
    house.own({ dispose: () => (gone = true) });
    assert.equal(gone, true);
  });

  it("lets go of one thing ahead of the rest", () => {
    let gone = 0;
    const house = new House();
    const thing = house.own({ dispose: () => gone++ });
    house.let(thing);
    assert.equal(gone, 1);
    house.let({ dispose: () => gone++ });
    house.dispose();
    assert.equal(gone, 1, "once, and nothing that it does not own");
  });
});

describe("an emitter", () => {
  it("tells each listener until it is disposed of", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const subscription = emitter.event((value) => heard.push(value));
    emitter.fire(1);
    subscription.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, [1]);
  });

  it("tells nobody after it was disposed of, and a listener twice that listens twice", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const listener = (value: number) => heard.push(value);
    const [first] = [emitter.event(listener), emitter.event(listener)];
    emitter.fire(1);
    first.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, [1, 1, 2]);
    emitter.dispose();
    emitter.fire(3);
    assert.equal(heard.length, 3);
  });

  it("M20 tells all although one throws and one rejects, and reports both", async () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const reported: unknown[] = [];
    const ears = onUnexpectedError((error) => reported.push((error as Error).message));
    emitter.event(() => {
      throw new Error("first");
    });
    emitter.event(async () => {
      throw new Error("second");
    });
    emitter.event((value) => heard.push(value));
    emitter.fire(1);
    await setImmediate();
    ears.dispose();
    assert.deepEqual(heard, [1]);
    assert.deepEqual(reported, ["first", "second"]);
  });
});
