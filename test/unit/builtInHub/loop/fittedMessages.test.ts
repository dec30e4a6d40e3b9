import assert from "node:assert/strict";
import { FittedMessages } from "../../../../src/builtInHub/loop/fittedMessages";
import { type ModelMessage, ModelProblem } from "../../../../src/contract/chatModel";

const long = (name: string) => `${name} ${"word ".repeat(200)}`;
const call = (id: string) => ({ id, name: "read", arguments: "{}" });
const round = (...names: string[]): ModelMessage[] => [
  { role: "assistant", content: "", calls: names.map(call) },
  ...names.map((id) => ({ role: "tool" as const, callId: id, content: long(id) })),
];
const earlier: ModelMessage[] = [
  { role: "system", content: long("S") },
  { role: "assistant", content: long("a") },
  { role: "user", content: long("b") },
  { role: "assistant", content: long("c") },
];
const question: ModelMessage = { role: "user", content: long("Q") };

/** The messages by the first letter of what they say; `-` is a result that was left out. */
const shown = ({ list }: FittedMessages): string =>
  list.map(({ content }) => (content === "" ? "." : content[0]!.replace("[", "-"))).join("");

/** What is left in windows that are smaller and smaller. */
function leftIn(
  messages: readonly ModelMessage[],
  rounds: readonly ModelMessage[],
  isRemembered = false,
) {
  const left = new Map<string, string | undefined>();
  for (let contextTokens = 6000; contextTokens > 0; contextTokens -= 50) {
    const model = { name: "small", contextTokens };
    const fitted = new FittedMessages({ model, messages, isRemembered });
    fitted.push(...rounds);
    fitted.fit([]);
    left.set(shown(fitted), fitted.note?.replace(/ about \d+ tokens/, ""));
  }
  return [...left];
}

const refused = (limit?: number) =>
  new ModelProblem("too-long", "Too long.", { context: limit === undefined ? {} : { limit } });

const note = (what: string) => `*Left out to fit the context window of small,: ${what}.*`;

describe("the messages to a model with a small window", () => {
  it("lack old results first, then what was said before, exchange by exchange, then new results", () => {
    assert.deepEqual(leftIn([...earlier, question], [...round("d", "e"), ...round("f", "g")]), [
      ["SabcQ.de.fg", undefined],
      ["SabcQ.-e.fg", note("1 result of a tool")],
      ["SabcQ.--.fg", note("2 results of tools")],
      ["SbcQ.--.fg", note("2 results of tools, 1 earlier message")],
      ["SQ.--.fg", note("2 results of tools, 3 earlier messages")],
      ["SQ.--.-g", note("3 results of tools, 3 earlier messages")],
      ["SQ.--.--", note("4 results of tools, 3 earlier messages")],
    ]);
  });

  it("lack nothing in the first round that the user was shown", () => {
    assert.deepEqual(leftIn([...earlier, question], []), [["SabcQ", undefined]]);
    assert.deepEqual(leftIn([...earlier, question], [], true), [
      ["SabcQ", undefined],
      ["SbcQ", note("1 earlier message")],
      ["SQ", note("3 earlier messages")],
    ]);
  });

  it("keep a result that is as short as what would stand for it", () => {
    const short: ModelMessage = { role: "tool", callId: "d", content: "d".repeat(46) };
    assert.deepEqual(
      leftIn([question], [round("d")[0]!, short]).map(([what]) => what),
      ["Q.d"],
    );
    const longer = { ...short, content: "d".repeat(500) };
    assert.deepEqual(
      leftIn([question], [round("d")[0]!, longer]).map(([what]) => what),
      ["Q.d", "Q.-"],
    );
  });

  it("are all there where the size of the window is not known", () => {
    const fitted = new FittedMessages({ model: { name: "small" }, messages: [question] });
    fitted.push(...round("d"));
    fitted.fit([]);
    assert.deepEqual([shown(fitted), fitted.note], ["Q.d", undefined]);
  });

  it("leave room for the tools, the pictures and the answer", () => {
    const messages = [...earlier, question];
    const model = { name: "small", contextTokens: 2_000 };
    const fit = (more: object, tools: object[] = []) => {
      const fitted = new FittedMessages({ model, messages, isRemembered: true, ...more });
      fitted.fit(tools as never);
      return shown(fitted);
    };
    assert.equal(fit({}), "SabcQ");
    assert.equal(fit({ maxTokens: 1_000 }), "SQ");
    const parameters = { type: "object", description: long("tool") };
    assert.notEqual(
      fit(
        {},
        Array.from({ length: 4 }, () => ({ name: "read", parameters })),
      ),
      "SabcQ",
    );
    assert.equal(fit({}, [{ name: "read", parameters: {}, run: long("x").repeat(9) }]), "SabcQ");
    const pictures = Array.from({ length: 2 }, () => ({ type: "image/png", base64: "" }));
    assert.notEqual(fit({ messages: [...earlier, { ...question, pictures }] }), "SabcQ");
  });

  it("are made smaller once after a refusal as too long, to what the server says", () => {
    for (const [problem, left, what] of [
      [
        refused(1_000),
        "SQ",
        "*Left out to fit the context window of small, about 1000 tokens: 3 earlier messages.*",
      ],
      [refused(), "SQ", "*Left out to fit the context window of small: 3 earlier messages.*"],
    ] as const) {
      const messages = [...earlier, question];
      const fitted = new FittedMessages({ model: { name: "small" }, messages, isRemembered: true });
      assert.equal(fitted.shrink(new ModelProblem("busy" as never, "Busy."), []), false);
      assert.equal(fitted.shrink(problem, []), true);
      assert.deepEqual([shown(fitted), fitted.note], [left, what]);
      fitted.push(...round("d"));
      assert.equal(fitted.shrink(problem, []), false, "the second time");
      assert.equal(shown(fitted), `${left}.d`);
    }
    const alone = new FittedMessages({ model: { name: "small" }, messages: [question] });
    assert.equal(alone.shrink(refused(10), []), false, "nothing can be left out");
  });
});
