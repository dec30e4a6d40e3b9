import assert from "node:assert/strict";
import { stepOfCall } from "../../../../src/builtInHub/tools/step";

function queryOf(given: unknown): unknown {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  const step = stepOfCall({ id: "1", name: "workspace_connector", arguments: text }, "found", "");
  return (step.tool_input as { query: unknown }).query;
}

describe("the step of a call by a model", () => {
  it("says in one line what was asked for", () => {
    const lines = { from_line: 12, to_line: 30 };
    for (const [given, query] of [
      [{ query: "a b", path: "src" }, "a b"],
      [{ expressions: ["6 * 7", "1 km to mi"] }, "6 * 7; 1 km to mi"],
      [{ action: "read", path: "src/cart.ts", ...lines }, "src/cart.ts:12–30"],
      [{ action: "read", path: "cart.ts", from_line: 12 }, "cart.ts:12–"],
      [{ action: "read", path: "cart.ts", to_line: 30 }, "cart.ts:1–30"],
      [{ action: "read", path: "cart.ts", from_line: "twelve" }, "cart.ts"],
      [{ action: "list", path: "" }, '{"action":"list","path":""}'],
      ['{"path":', '{"path":'],
    ] as const)
      assert.equal(queryOf(given), query);
  });
});
