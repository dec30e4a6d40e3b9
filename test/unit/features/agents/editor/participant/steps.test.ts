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
});
