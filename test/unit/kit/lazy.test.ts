import assert from "node:assert/strict";
import { lazy } from "../../../src/kit/lazy";

describe("what is made when it is first asked for", () => {
  it("is made once, however many ask at the same time", async () => {
    let made = 0;
    const get = lazy(() => Promise.resolve({ number: ++made }));
    assert.equal(made, 0);
    const [one, other] = await Promise.all([get(), get()]);
    assert.equal(one, other);
    assert.equal(await get(), one);
    assert.equal(made, 1);
  });

  it("is tried again by the next who asks after a failure", async () => {
    let tries = 0;
    const get = lazy(async () => {
      if (++tries === 1) throw new Error("not yet");
      return tries;
    });
    await Promise.all([assert.rejects(get(), /not yet/), assert.rejects(get(), /not yet/)]);
    assert.equal(await get(), 2);
    assert.equal(await get(), 2);
  });
});
