import assert from "node:assert/strict";
import {
  newPromptText,
  promptFile,
  promptFileName,
  suggestedName,
} from "../../../../../src/features/prompts/core/promptFile";
import { variablesIn } from "../../../../../src/features/prompts/core/variables";

describe("the file of a new prompt", () => {
  it("is named after the prompt, without what a file name cannot have", () => {
    assert.equal(promptFileName("  Find: bugs/../ in ÄÖ!", ".md"), "find-bugs-in-äö.md");
    assert.equal(promptFileName("?!", ".md"), undefined);
  });

  it("suggests the first words of a question", () => {
    assert.equal(suggestedName("  Why does\n  this, here, leak?!  "), "Why does this, here, leak");
    assert.equal(suggestedName("a b c d e f g h i j"), "a b c d e f g h");
    assert.equal(suggestedName(`${"x".repeat(59)}🙂🙂`), `${"x".repeat(59)}🙂`);
    assert.equal(suggestedName(" ?"), "");
  });

  it("quotes its name, so that no name can change the front matter", () => {
    assert.equal(
      promptFile(' a:  "b"\n---\nexpert: 7', "Why?\n"),
      '---\nname: "a: \\"b\\" --- expert: 7"\n---\n\nWhy?\n',
    );
  });

  it("begins with a text that shows how an input and the selection are named", () => {
    assert.deepEqual(variablesIn(newPromptText), {
      selection: true,
      file: false,
      inputs: [{ name: "reader", value: "a new colleague" }],
    });
    assert.deepEqual(newPromptText.split("\n").slice(-2), ["", "${selection}"]);
  });
});
