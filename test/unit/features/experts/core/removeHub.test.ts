import assert from "node:assert/strict";
import type { OwnHub } from "../../../../../src/features/connection/core/connection";
import { removeHub } from "../../../../../src/features/experts/core/removeHub";
import { pause } from "../../../../support/until";

const hubAt = (scope: string) => ({ scope, label: scope, builtIn: false }) as unknown as OwnHub;

/** What is done when a hub is removed: each step with its beginning and its end. */
async function steps({
  inUse,
  left = [],
  others,
}: {
  inUse?: OwnHub;
  left?: OwnHub[];
  others?: string[];
}): Promise<string[]> {
  const done: string[] = [];
  const step =
    (name: string) =>
    async (...about: unknown[]): Promise<void> => {
      done.push(`${name} ${JSON.stringify(about)}`);
      await pause(1);
      done.push(`${name} done`);
    };
  const parts = {
    connection: {
      hub: inUse,
      abortAll: () => done.push("abort"),
      hubs: { list: left, remove: step("hub") },
    },
    account: { forget: step("account") },
    roster: { savedRosters: { idsAt: () => [7], remove: step("experts") } },
    options: { forget: step("options") },
    keys: { forget: step("key") },
    extras: { forget: step("headers") },
    ...(others && { otherOrigins: () => others }),
    stopQuestions: () => done.push("stop"),
  };
  await removeHub(parts as unknown as Parameters<typeof removeHub>[0])(hubAt(scope));
  return done;
}

const scope = "https://hub.example";
const stored = [
  `key ["${scope}"]`,
  "key done",
  `experts ["${scope}"]`,
  "experts done",
  `options [${JSON.stringify(hubAt(scope))},[7]]`,
  "options done",
  `account ["${scope}"]`,
  "account done",
  `hub [${JSON.stringify(hubAt(scope))}]`,
  "hub done",
];
const headers = [`headers ["${scope}"]`, "headers done"];

describe("removing a hub", () => {
  it("deletes the key first, then the rest one by one, the headers of its origin last", async () => {
    assert.deepEqual(await steps({}), [...stored, ...headers]);
  });

  it("stops what is asked of it first, and nothing that is asked of another", async () => {
    assert.deepEqual(await steps({ inUse: hubAt(scope) }), [
      "stop",
      "abort",
      ...stored,
      ...headers,
    ]);
    assert.deepEqual(await steps({ inUse: hubAt("https://b.example") }), [...stored, ...headers]);
  });

  it("leaves the headers of an origin that something else needs", async () => {
    assert.deepEqual(await steps({ left: [hubAt(`${scope}#2`)] }), stored);
    assert.deepEqual(await steps({ others: ["https://b.example", scope] }), stored);
    assert.deepEqual(await steps({ others: ["https://b.example"] }), [...stored, ...headers]);
  });
});
