import assert from "node:assert/strict";
import type { Step } from "../../../../../../src/contract/types";
import { ShownSteps } from "../../../../../../src/features/agents/editor/participant/steps";

const step = (tool: string): Step => ({ tool, tool_input: "", raw: {} });

describe("the steps that a chat shows as progress", () => {
  it("are shown once, also where an answer names fewer than were reported before it", () => {
    const shown: string[] = [];
    const steps = new ShownSteps({ progress: (text: string) => void shown.push(text) });
    steps.show({ steps: [[step("one"), step("two")]] });
    steps.show({ steps: [[step("one")]] });
    steps.show({ steps: [[step("one"), step("two")], [step("three")]] });
    assert.deepEqual(shown, ["one", "two", "three"]);
  });

  it("are named by their tool, and by what it was asked", () => {
    const rows: [given: Partial<Step>, words: string][] = [
      [{ tool: "web_search_tool", tool_input: "cats" }, "web search tool: cats"],
      [{ tool: "a", tool_input: { query: "cats", max: 3 } }, "a: cats"],
      [{ tool: "a", tool_input: { query: 7 } }, 'a: {"query":7}'],
      [{ tool: "a", tool_input: [1] }, "a: [1]"],
      [{ tool: "a", tool_input: null }, "a"],
      [{ tool: "a", tool_input: 7 }, "a"],
      [{ tool: "a" }, "a"],
      [{ tool_input: "cats" }, "Step: cats"],
    ];
    for (const [given, words] of rows) {
      const shown: string[] = [];
      const steps = new ShownSteps({ progress: (text: string) => void shown.push(text) });
      steps.show({ steps: [[{ ...given, raw: {} }]] });
      assert.deepEqual(
        shown.map((text) => text.replaceAll("\\", "")),
        [words],
      );
    }
  });
});
