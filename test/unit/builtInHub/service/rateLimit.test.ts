import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../../../../src/builtInHub/refusal";
import { RateLimit } from "../../../../src/builtInHub/service/rateLimit";

const from = (remoteAddress: string) => ({ socket: { remoteAddress } }) as IncomingMessage;
const [one, other] = [from("192.0.2.1"), from("192.0.2.2")];

function refusalOf(run: () => void): Refusal {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  return assert.fail("not refused");
}

describe("the rate limit of the built-in hub", () => {
  let now = 0;
  let limit: RateLimit;

  beforeEach(() => {
    now = 5000;
    limit = new RateLimit(2, () => now);
    limit.admit(one, true);
    now += 10_500;
    limit.admit(one, true);
  });

  it("refuses what is too many, and says when to try again", () => {
    const { status, message, headers } = refusalOf(() => limit.admit(one, true));
    assert.equal(status, 429);
    assert.equal(message, "A client may make 2 requests a minute. Try again in 50 s.");
    assert.deepEqual(headers, { "retry-after": "50" });
  });

  it("admits again in the next minute, not a moment earlier", () => {
    now = 64_999;
    assert.deepEqual(refusalOf(() => limit.admit(one, true)).headers, { "retry-after": "1" });
    now = 65_000;
    limit.admit(one, true);
  });

  it("counts every client for itself, and those with the key apart from those without", () => {
    limit.admit(other, true);
    limit.admit(one, false);
    limit.admit(one, false);
    assert.equal(refusalOf(() => limit.admit(one, false)).status, 429);
    assert.equal(refusalOf(() => limit.admit(one, true)).status, 429);
    limit.admit(other, true);
  });

  it("does not count what it refused", () => {
    for (let more = 0; more < 10; more++) refusalOf(() => limit.admit(one, true));
    now = 65_000;
    limit.admit(one, true);
    limit.admit(one, true);
    assert.equal(refusalOf(() => limit.admit(one, true)).status, 429);
  });
});
