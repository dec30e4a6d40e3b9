import assert from "node:assert/strict";
import { type Consent, ClientConsent } from "../../../../../src/features/agents/core/mcpClients";

const { signal } = new AbortController();
const client = "codex";

const silent = () => new Promise<Consent>(() => {});

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
      consent.allows({ client, lasting: kept, signal, ask });
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
      assert.equal(await consent.allows({ client, lasting, signal, ask: always.ask }), true);
    assert.equal(always.asked.times, 4);
  });

  it("N9 is asked of one program while the question of another has no answer", async () => {
    const consent = new ClientConsent();
    for (let count = 0; count < 8; count++)
      void consent.allows({ client: "cursor", lasting: undefined, signal, ask: silent });
    const { asked, ask } = asking("once");
    assert.equal(await consent.allows({ client, lasting: undefined, signal, ask }), true);
    assert.equal(asked.times, 1);
  });

  it("N9 does not wait for a question where the user wanted no further one", async () => {
    const consent = new ClientConsent();
    void consent.allows({ client, lasting: undefined, signal, ask: silent });
    const lasting = { isGiven: () => true, give: () => assert.fail() };
    assert.equal(await consent.allows({ client, lasting, signal, ask: assert.fail }), true);
    assert.equal(
      await consent.allows({ client, lasting, signal: AbortSignal.abort(), ask: assert.fail }),
      false,
    );
  });

  it("N9 ends at once for a question that is cancelled while it is asked, or waits", async () => {
    const consent = new ClientConsent();
    const { promise, resolve } = Promise.withResolvers<Consent>();
    const lasting = { isGiven: () => false, give: () => assert.fail() };
    const stopping = [new AbortController(), new AbortController()];
    const [open, later] = [asking("once"), asking("once")];
    const ask = () => (open.asked.times++, promise);
    const first = consent.allows({ client, lasting, signal: stopping[0]!.signal, ask });
    const second = consent.allows({
      client,
      lasting,
      signal: stopping[1]!.signal,
      ask: later.ask,
    });
    stopping[1]!.abort();
    assert.equal(await second, false);
    stopping[0]!.abort();
    assert.equal(await first, false);
    resolve("always");
    // Nor does the dialog that is still open keep its program waiting.
    assert.equal(await consent.allows({ client, lasting, signal, ask: later.ask }), true);
    assert.deepEqual([open.asked.times, later.asked.times], [1, 1]);
  });
});
