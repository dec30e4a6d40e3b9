import assert from "node:assert/strict";
import { searchOnlyModelId } from "../../../../../src/contract/builtInHubApi";
import { HubError } from "../../../../../src/contract/errors";
import { commitMessageIn } from "../../../../../src/features/askAbout/core/commitMessage";
import type { Turn } from "../../../../../src/features/conversation/core/turn";

const answered = (output: string, asked: object = { builtIn: false }): Turn => {
  const result = { state: "done", received: { value: { output } } };
  return { asked, sent: { endpoint: "invoke_agent" }, result } as unknown as Turn;
};
const ended = (result: object): Turn => ({ ...answered(""), result }) as unknown as Turn;

const read = (output: string): string => commitMessageIn(answered(output));

describe("the commit message in an answer", () => {
  it("is the only code block, else all of it, without what does not show", () => {
    assert.equal(
      read("Here it is:\n\n```\nAdd numbers\n\nThey were.\n```\n"),
      "Add numbers\n\nThey were.",
    );
    assert.equal(read("  Add numbers\n"), "Add numbers");
    const two = "```\nAdd numbers\n```\nor\n```\nAdd digits\n```";
    assert.equal(read(two), two);
    assert.equal(read("Add\u200B numbers"), "Add numbers");
  });

  it("is none where nothing shows, or where no model was asked", () => {
    const none = /^The answer contains no commit message\. The expert needs a language model/;
    const searched = { builtIn: true, modelId: searchOnlyModelId };
    for (const turn of [answered("\u200B"), answered("```\n```"), answered("Found 3.", searched)])
      assert.throws(() => commitMessageIn(turn), { kind: "invalid-request", message: none });
    assert.equal(commitMessageIn(answered("Add", { builtIn: true, modelId: 5 })), "Add");
  });

  it("is none of a question that failed or was stopped, which is what the error says", () => {
    const error = new HubError("timeout", "Too late.");
    assert.throws(() => commitMessageIn(ended({ state: "failed", error })), error);
    const stopped = { kind: "cancelled", message: "The question was stopped." };
    assert.throws(() => commitMessageIn(ended({ state: "stopped" })), stopped);
  });
});
