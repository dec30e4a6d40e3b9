import assert from "node:assert/strict";
import { RoundText } from "../../../../src/builtInHub/loop/roundText";

function readIn(pieces: readonly string[], reasoning = ""): [text: string, reasoning: string] {
  const round = new RoundText();
  if (reasoning !== "") round.addReasoning(reasoning);
  for (const piece of pieces) round.addText(piece);
  round.end();
  assert.equal(round.isBlank, round.text.trim() === "");
  return [round.text, round.reasoning];
}

describe("what a model writes", () => {
  for (const [title, written, text, reasoning] of [
    ["is its answer where nothing is marked", "a < b, c [d] <|e|> ◁f", "a < b, c [d] <|e|> ◁f", ""],
    ["has a thought in marks", "<think>a\n</think>\n\nb <i>", "b <i>", "a\n"],
    ["has a thought in brackets", "[THINK]a[/THINK]b", "b", "a"],
    ["has a thought in triangles", "◁think▷a◁/think▷b", "b", "a"],
    ["has a thought in bars", "<|begin_of_thought|>a<|end_of_thought|>b", "b", "a"],
    ["has a thought in other bars", "<|START_THINKING|>a<|END_THINKING|>b", "b", "a"],
    ["has a thought in a mark with a prefix", "<seed:think>a</seed:think>b", "b", "a"],
    ["may never end its thought", "<think>a\nb", "", "a\nb"],
    ["may think again", "<think>a</think>b<think>c</think>d", "bd", "a\n\nc"],
    ["may begin with a thought that only ends", "a\n</think>\nb", "b", "a\n"],
    ["has no thought that ends twice", "<think>a</think>b</think>c", "bc", "a"],
    ["may have marks within a thought", "<think>a<think>b</think>c", "c", "a<think>b"],
    ["may be about a mark", 'Use <think> or "</think>", too', 'Use <think> or "</think>", too', ""],
    ["may think in the middle of a line", "So <think>a</think>b", "So b", "a"],
    ["may think in brackets", "So (<think>a</think>).", "So ().", "a"],
    ["may be nothing but a thought", "a</think>", "", "a"],
    [
      "may quote a channel as code",
      "a `<|channel|>b<|message|>` c",
      "a `<|channel|>b<|message|>` c",
      "",
    ],
    ["has an answer in a channel of any name", "<|channel|>no analysis<|message|>a", "a", ""],
    [
      "goes on behind the call of a tool",
      "<|channel|>commentary to=b<|message|>{}<|call|><|channel|>final<|message|>c",
      '<tool_call>{"name":"b","arguments":{}}</tool_call>c',
      "",
    ],
    ["may quote a mark as code", "a `<think>`\nb\n", "a `<think>`\nb\n", ""],
    ["may have a mark in a block", "x\n```\n<think>\n```\nb", "x\n```\n<think>\n```\nb", ""],
    ["may have one behind a block", "~~~\na\n~~~\n<think>b</think>c", "~~~\na\n~~~\nc", "b"],
    ["may have one below a stray quote", "a ` b\n<think>c</think>d", "a ` b\nd", "c"],
    [
      "has channels, of which the last is the answer",
      "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>",
      "b",
      "a",
    ],
    [
      "has the call of a tool in a channel",
      '<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"a":1}<|call|>',
      '<tool_call>{"name":"search","arguments":{"a":1}}</tool_call>',
      "",
    ],
    [
      "may end within the call of a tool",
      '<|channel|>commentary to=b<|message|>{"a":1}',
      '<tool_call>{"name":"b","arguments":{"a":1}}</tool_call>',
      "",
    ],
    [
      "may have what looks like the end of a channel, without one",
      "a<|message|>b<|end|>c",
      "a<|message|>b<|end|>c",
      "",
    ],
    ["has channels without their marks", "analysisab. assistantfinalc", "c", "ab. "],
    ["may have the name of a channel in it", "The assistantfinal a", "The assistantfinal a", ""],
  ] as const)
    it(`${title}, in whatever pieces it arrives`, () => {
      const pieces = [[written], [...written], written.match(/[^]{1,3}/gu)!];
      for (const each of pieces) assert.deepEqual(readIn(each), [text, reasoning], each.join("|"));
    });

  it("has thoughts of the server before those in marks, and an answer that begins behind both", () => {
    assert.deepEqual(readIn(["<think>b</think>\n c\n"], "a"), ["c\n", "a\n\nb"]);
    assert.deepEqual(readIn(["\n c"], "a"), ["c", "a"]);
    assert.deepEqual(readIn(["\n c"]), ["\n c", ""]);
  });

  it("is shown as soon as it cannot be the beginning of a mark", () => {
    const round = new RoundText();
    const shown: string[] = [];
    for (const piece of ["a <", "b", "> <thi", "s [", "c]", " a"]) {
      round.addText(piece);
      shown.push(round.text);
    }
    assert.deepEqual(shown, [
      "a ",
      "a ",
      "a <b> ",
      "a <b> <this ",
      "a <b> <this [c]",
      "a <b> <this [c] a",
    ]);
  });
});
