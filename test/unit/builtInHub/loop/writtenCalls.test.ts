import assert from "node:assert/strict";
import { argumentsOf, writtenCalls } from "../../../../src/builtInHub/loop/writtenCalls";
import { code } from "../../../../src/builtInHub/markdown";

const offered = [{ name: "find" }, { name: "read" }];
const find = '{"name": "find", "arguments": {"q": 1}}';
const read = '{"name": "read", "arguments": {}}';

const callsIn = (text: string) =>
  writtenCalls(text, offered).map(({ id, name, arguments: given }) => `${id} ${name} ${given}`);

describe("the calls that a model wrote as text", () => {
  const one = ['call_1 find {"q":1}'];

  it("are read in every form and under every name of their fields", () => {
    for (const text of [
      find,
      ` [${find}] `,
      `\`\`\`json\n${find}\n\`\`\``,
      `\`\`\`\n${find}\n\`\`\``,
      `[TOOL_CALLS]${find}`,
      `<tool_call>${find}</tool_call>`,
      `<tool_call>\n${find}\n`,
      '{"tool": "find", "parameters": {"q": 1}}',
      '{"function": "find", "args": {"q": 1}}',
      '{"type": "function", "function": {"name": "find", "arguments": {"q": 1}}}',
      JSON.stringify({ name: "find", arguments: '{"q":1}' }),
    ])
      assert.deepEqual(callsIn(text), one, text);
    for (const text of [
      `[${find}, ${read}]`,
      `<tool_call>${find}</tool_call>\n<tool_call>${read}</tool_call>`,
    ])
      assert.deepEqual(callsIn(text), [...one, "call_2 read {}"], text);
  });

  it("are none where there is anything else, or a tool that was not offered", () => {
    for (const text of [
      "",
      "[]",
      "7",
      `Call: ${find}`,
      `Call: <tool_call>${find}</tool_call>`,
      `\`\`\`js\n${find}\n\`\`\``,
      `\`\`\`json\n${find}`,
      `[${find}, 7]`,
      `[${find}, {"name": "write", "arguments": {}}]`,
      '{"name": "find"}',
      '{"name": "find", "arguments": 7}',
      '{"name": 7, "arguments": {}}',
    ])
      assert.deepEqual(callsIn(text), [], text);
  });

  it("have arguments that may be JSON twice, or missing", () => {
    for (const [given, value] of [
      [" ", {}],
      ['{"a":1}', { a: 1 }],
      [JSON.stringify('{"a":1}'), { a: 1 }],
      ['"words"', "words"],
      ['"7"', "7"],
      ["7", 7],
    ] as const)
      assert.deepEqual(argumentsOf(given), { value }, given);
    assert.equal(typeof argumentsOf("{"), "string");
  });
});

describe("inline code", () => {
  it("keeps the blanks and backticks that it has", () => {
    for (const [text, written] of [
      ["a", "`a`"],
      ["", "`  `"],
      [" a", "`  a `"],
      ["a\n  b", "`a b`"],
      ["`a", "`` `a ``"],
      ["a``b`", "``` a``b` ```"],
    ] as const)
      assert.equal(code(text), written);
  });
});
