import assert from "node:assert/strict";
import type { Consent } from "../../../../../src/features/agents/core/clientConsent";
import { ClientConsent } from "../../../../../src/features/agents/core/clientConsent";

const { signal } = new AbortController();

function asking(answer: Consent) {
  const asked = { times: 0 };
  return { asked, ask: async () => (asked.times++, answer) };
}

describe("what the user allows other programs", () => {
  it("N1 is asked for each question, until the user wants no further one", async () => {
    const consent = new ClientConsent();
    const once = asking("once");
    const always = asking("always");
    const no = asking("no");
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: once.ask }), true);
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: no.ask }), false);
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: always.ask }), true);
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: no.ask }), true);
    assert.equal(await consent.allows({ name: "Reader", key: "b", signal, ask: no.ask }), false);
    assert.deepEqual([once.asked.times, always.asked.times, no.asked.times], [1, 1, 2]);
    const [permission, ...others] = consent.permissions;
    assert.deepEqual([permission?.label, others], ["Reader", []]);
    permission?.revoke();
    assert.deepEqual(consent.permissions, []);
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: no.ask }), false);
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: always.ask }), true);
    consent.forget();
    assert.equal(await consent.allows({ name: "Reader", key: "a", signal, ask: no.ask }), false);
  });

  it("N1 is asked each time where there is no key", async () => {
    const consent = new ClientConsent();
    const always = asking("always");
    for (let time = 0; time < 2; time++)
      await consent.allows({ name: "Reader", key: undefined, signal, ask: always.ask });
    assert.equal(always.asked.times, 2);
  });

  it("N3 is not asked for a question that was cancelled while it waited", async () => {
    const consent = new ClientConsent();
    const { promise, resolve } = Promise.withResolvers<Consent>();
    const first = consent.allows({
      key: "a",
      name: "Reader",
      signal,
      ask: () => promise,
    });
    const stopping = new AbortController();
    const later = asking("once");
    const second = consent.allows({
      name: "Reader",
      key: "b",
      signal: stopping.signal,
      ask: later.ask,
    });
    stopping.abort();
    resolve("once");
    assert.deepEqual(await Promise.all([first, second]), [true, false]);
    assert.equal(later.asked.times, 0);
  });
});
