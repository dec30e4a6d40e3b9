import assert from "node:assert/strict";
import {
  filledIn,
  variablesIn,
  withoutVariables,
} from "../../../../../src/features/prompts/core/variables";

const values = (inputs: Record<string, string> = {}) => ({
  selection: { text: "SELECTED", languageId: "typescript" },
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
    assert.deepEqual(
      variablesIn("${input:who} ${input:who: a reader } ${input:who:other}").inputs,
      [{ name: "who", value: "a reader" }],
    );
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
      selection: { text: "${file} ${input:a}", languageId: "" },
      file: "SECRET",
      inputs: new Map([["a", "${selection} $& $1"]]),
    });
    assert.equal(filled, "${selection} $& $1 ${file} ${input:a}");
  });

  it("are text behind a backslash, as in a question that was saved", () => {
    const question = "Why does ${file} hold \\${selection}, and ${input:who:x}?";
    const saved = withoutVariables(question);
    assert.deepEqual(variablesIn(saved), { selection: false, file: false, inputs: [] });
    assert.equal(filledIn(saved, values({ who: "me" })), question);
    assert.equal(filledIn("\\${file} is ${file}", values()), "${file} is src/cart.ts");
  });

  it("make a code block of a selection of several lines, unless it stands in one", () => {
    const selection = { text: "let a;\nlet b;\n", languageId: "typescript" };
    const filled = (text: string, of = selection) => filledIn(text, { ...values(), selection: of });
    const block = "```typescript\nlet a;\nlet b;\n```";
    assert.equal(filled("Explain ${selection} briefly."), `Explain\n\n${block}\n\nbriefly.`);
    assert.equal(filled("Explain\n\n${selection}\n\nBriefly."), `Explain\n\n${block}\n\nBriefly.`);
    assert.equal(filled("${selection}"), block);
    assert.equal(filled("~~~\n${selection}~~~"), "~~~\nlet a;\nlet b;\n~~~");
    assert.equal(filled("```ts\nx\n```\n${selection}"), `\`\`\`ts\nx\n\`\`\`\n${block}`);
    const one = { text: "let a;\n", languageId: "typescript" };
    assert.equal(filled("Explain ${selection}.", one), "Explain let a;\n.");
    const fenced = { text: "```\nx\n```", languageId: "markdown" };
    assert.equal(filled("${selection}", fenced), "````markdown\n```\nx\n```\n````");
  });

  it("know the code block that a selection would stand in by its fences", () => {
    const selection = { text: "let a;\nlet b;", languageId: "" };
    const isPlain = (above: string, below = ""): boolean =>
      filledIn(`${above}\n\${selection}${below}`, { ...values(), selection }) ===
      `${above}\nlet a;\nlet b;${below}`;
    const open = ["```", "  ~~~", "````\n```", "~~~\n```", "```\n~~~~", "```\n```\n```"];
    const closed = ["a ``` b", "``x", "~~", "~x", "```\n````", "    ```"];
    assert.deepEqual(
      open.map((above) => isPlain(above)),
      open.map(() => true),
    );
    assert.deepEqual(
      closed.map((above) => isPlain(above)),
      closed.map(() => false),
    );
    assert.ok(!isPlain("Explain", "\n```\nx"), "one below does not count");
  });

  it("leave one line break behind a code block where there was one", () => {
    const selection = { text: "let a;\nlet b;", languageId: "" };
    const filled = (text: string) => filledIn(text, { ...values(), selection });
    const block = "```\nlet a;\nlet b;\n```";
    assert.equal(filled("${selection} \t\nBriefly."), `${block}\nBriefly.`);
    assert.equal(filled("${selection} \t"), block);
  });

  it("stay as text where nothing is selected and no file is open", () => {
    assert.equal(filledIn("${selection} ${file}", { inputs: new Map() }), "${selection} ${file}");
  });

  it("cost no time in text that only looks like them", () => {
    const text = "${input:".repeat(8000);
    assert.equal(filledIn(text, values()), text);
    assert.deepEqual(variablesIn("${input:a:".repeat(8000)).inputs, []);
  });
});
