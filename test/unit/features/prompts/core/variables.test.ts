import assert from "node:assert/strict";
import { filledIn, variablesIn } from "../../../../../src/features/prompts/core/variables";

const values = (inputs: Record<string, string> = {}) => ({
  selection: "SELECTED",
  file: "src/cart.ts",
  inputs: new Map(Object.entries(inputs)),
});

describe("the variables of a prompt", () => {
  it("are the selection, the file, and inputs in the order in which they appear", () => {
    assert.deepEqual(variablesIn("${selection} ${input:b:Second: with a colon} ${input: a }"), {
      selection: true,
      file: false,
      inputs: [
        { name: "b", value: "Second: with a colon" },
        { name: "a", value: "" },
      ],
    });
    assert.deepEqual(variablesIn("${file}"), { selection: false, file: true, inputs: [] });
  });

  it("ask for a name once, with the value that is given somewhere", () => {
    assert.deepEqual(variablesIn("${input:who} ${input:who:a reader} ${input:who:other}").inputs, [
      { name: "who", value: "a reader" },
    ]);
  });

  it("replaces the variables of a prompt wherever they appear", () => {
    assert.equal(
      filledIn("${input:who:x}: ${selection} in ${file}, ${input: who }", values({ who: "me" })),
      "me: SELECTED in src/cart.ts, me",
    );
  });

  it("stay as text where they are unknown or no variable at all", () => {
    const text = "${workspaceFolder} ${Selection} $selection ${input:} ${input:other} ${ file }";
    assert.equal(filledIn(text, values({ who: "me" })), text);
    assert.deepEqual(variablesIn("${workspaceFolder} ${input:}"), {
      selection: false,
      file: false,
      inputs: [],
    });
  });

  it("are never looked for in the values", () => {
    const filled = filledIn("${input:a} ${selection}", {
      selection: "${file} ${input:a}",
      file: "SECRET",
      inputs: new Map([["a", "${selection} $& $1"]]),
    });
    assert.equal(filled, "${selection} $& $1 ${file} ${input:a}");
  });

  it("cost no time in text that only looks like them", () => {
    const text = "${input:".repeat(8000);
    assert.equal(filledIn(text, values()), text);
    assert.deepEqual(variablesIn("${input:a:".repeat(8000)).inputs, []);
  });
});
