import assert from "node:assert/strict";
import type { Consent } from "../../../../../src/features/agents/core/clientConsent";
import { ClientConsent } from "../../../../../src/features/agents/core/clientConsent";

const { signal } = new AbortController();

function asking(answer: Consent) {
  const asked = { times: 0 };
  return { asked, ask: async () => (asked.times++, answer) };
}

function lastingConsent() {
  let given = false;
  return { isGiven: () => given, give: async () => void (given = true) };
}

describe("what the user allows other programs", () => {
  it("N1 is asked for each question, until the user wants no further one", async () => {
    const consent = new ClientConsent();
    const [lasting, other] = [lastingConsent(), lastingConsent()];
    const [once, always, no] = [asking("once"), asking("always"), asking("no")];
    const allows = (kept: typeof lasting, { ask }: typeof once) =>
      consent.allows({ lasting: kept, signal, ask });
    assert.equal(await allows(lasting, once), true);
    assert.equal(await allows(lasting, no), false);
    assert.equal(await allows(lasting, always), true);
    assert.equal(await allows(lasting, no), true);
    assert.equal(await allows(other, no), false);
    assert.deepEqual([once.asked.times, always.asked.times, no.asked.times], [1, 1, 2]);
  });

  it("N1 is asked each time where a consent does not last, or cannot be kept", async () => {
    const consent = new ClientConsent();
    const always = asking("always");
    const broken = { isGiven: () => false, give: () => Promise.reject(new Error("locked")) };
    for (const lasting of [undefined, undefined, broken, broken])
      assert.equal(await consent.allows({ lasting, signal, ask: always.ask }), true);
    assert.equal(always.asked.times, 4);
  });

  it("N3 is not asked for a question that was cancelled while it waited", async () => {
    const consent = new ClientConsent();
    const { promise, resolve } = Promise.withResolvers<Consent>();
    const first = consent.allows({ lasting: undefined, signal, ask: () => promise });
    const stopping = new AbortController();
    const later = asking("once");
    const second = consent.allows({
      lasting: undefined,
      signal: stopping.signal,
      ask: later.ask,
    });
    stopping.abort();
    resolve("once");
    assert.deepEqual(await Promise.all([first, second]), [true, false]);
    assert.equal(later.asked.times, 0);
  });
});
