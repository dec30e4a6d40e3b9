import assert from "node:assert/strict";
import type { ModelRequest } from "../../../../../src/contract/chatModel";
import { tokenEstimate } from "../../../../../src/features/models/editor/tokenEstimate";

const call = { id: "a", name: "web_search", arguments: "{}" };
const request: ModelRequest = {
  purpose: { by: "chat", kind: "model" },
  messages: [
    { role: "user", content: "six times seven" },
    { role: "assistant", content: "Let me see.", calls: [call] },
    { role: "tool", callId: "a", content: "42" },
  ],
  tools: [{ name: "web_search", description: "Searches.", parameters: {} }],
};
const answer = { text: "It is 42.", calls: [] };

/** As a provider counts that takes each character for a token. */
const characters = { countTokens: async (counted: unknown) => String(counted).length };

describe("about how many tokens a model of VS Code took", () => {
  it("counts what was said, the tools, and what was answered", async () => {
    const all = await tokenEstimate(characters, request, answer);
    assert.ok(all !== undefined);
    for (const part of [{ messages: [] }, { tools: [] }])
      assert.ok((await tokenEstimate(characters, { ...request, ...part }, answer))! < all);
    const called = await tokenEstimate(characters, request, { ...answer, calls: [call] });
    assert.equal(called, all + JSON.stringify([call]).length);
  });

  it("U4 is not known where the provider fails, hangs or counts nonsense", async () => {
    const never = new Promise<number>(() => {});
    for (const count of [
      async () => assert.fail("no"),
      () => never,
      async () => -1,
      async () => NaN,
    ])
      assert.equal(await tokenEstimate({ countTokens: count }, request, answer, 10), undefined);
  });
});
