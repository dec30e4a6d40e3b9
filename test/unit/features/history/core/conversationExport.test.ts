import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import {
  fromJson,
  toJson,
  toMarkdown,
} from "../../../../../src/features/history/core/conversationExport";
import { decodeAgentAnswer } from "../../../../../src/contract/decode";
import { HubError } from "../../../../../src/contract/errors";
import type { Result } from "../../../../../src/features/conversation/core/turn";
import { done, scope, turn } from "../../conversation/core/savedTurns";

describe("a picture in Markdown", () => {
  it("E3 is the file beside it, or a sentence where there is none", () => {
    const conversation = new Conversation();
    const asked = turn("1", done("x"));
    const picture = { type: "image/png", width: 1, height: 1, bytes: 9, digest: "d1" } as const;
    const attachments = [
      { id: "p", text: "", languageId: "", label: "screen.png", detail: "PNG", picture },
    ];
    conversation.put({ ...asked, question: { ...asked.question, attachments } });
    assert.match(
      toMarkdown(conversation, ({ digest }) => `My chat-${digest}.png`),
      /screen.*png.*\(PNG\)\n\n!\[\]\(My%20chat-d1\.png\)/,
    );
    assert.match(toMarkdown(conversation), /\*This picture was not exported\.\*/);
  });
});

/** What was typed, and an answer, as they are in Markdown. */
function exportedParts(typed: string, output: string): string[] {
  const conversation = new Conversation();
  conversation.put(turn("1", done(output), { question: { typed, expertId: 1 } }));
  const [, question = "", answer = ""] = toMarkdown(conversation).split(/^## (?:You, .*|One)\n\n/m);
  return [question.replace(/\n\n$/, ""), answer.replace(/\n$/, "")];
}

describe("a part of an exported conversation", () => {
  it("has no headings of the document: none that is typed, and lower ones in an answer", () => {
    for (const [text, typed, answer] of [
      ["# A", "\\# A", "### A"],
      ["  ## A", "  \\## A", "#### A"],
      ["### A", "\\### A", "### A"],
      ["#### A", "\\#### A", "#### A"],
      ["# # A", "\\# # A", "### # A"],
      ["# #A", "\\# #A", "### #A"],
      ["#", "\\#", "### "],
      ["#\t A", "\\#\t A", "### A"],
      ["A\n===", "A\n\\===", "### A"],
      [" A \n B\n ---\nC", " A \n B\n \\---\nC", "#### A B\nC"],
      ["## A\n---\n===", "\\## A\n\\---\n\\===", "#### A\n---\n==="],
      ["a\r\n# b - # c\rd", "a\n\\# b - # c\nd", "a\n### b - # c\nd"],
    ] as const)
      assert.deepEqual(exportedParts(text, text), [typed, answer], text);
    for (const text of ["a # b", "- # A", "> # A", "#A", "    # A", "```\n# A\n```", "a\n\n---"])
      assert.deepEqual(exportedParts(text, text), [text, text], text);
  });

  it("ends what it leaves open, and nothing else", () => {
    for (const [text, end] of [
      ["~~~~ts\na", "~~~~"],
      ["````\n```\na", "````"],
      ["  <!-- a", "-->"],
      ["<? a", "?>"],
      ["<![CDATA[ a", "]]>"],
      ["<!DOCTYPE a", ">"],
      ["<SCRIPT>a", "</SCRIPT>"],
      ["<pre>a", "</pre>"],
      ["<style>\na", "</style>"],
      ["<textarea>", "</textarea>"],
      ["<!-- a -->\n<pre>", "</pre>"],
    ] as const)
      assert.deepEqual(exportedParts(text, text), Array(2).fill(`${text}\n${end}`), text);
    for (const text of ["<div>\na", "x <!-- y", "<!-- a -->", "```\na\n```", "- ```\n  a", "> ```"])
      assert.deepEqual(exportedParts(text, text), [text, text], text);
    const both = "<!-- a\n\n```\nb";
    const whole = `\`\`\`\`markdown\n${both}\n\`\`\`\``;
    assert.deepEqual(exportedParts(both, both), [whole, whole], "no end ends it everywhere");
  });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function sample(): Conversation {
  const conversation = new Conversation();
  conversation.sessionFor(scope);
  const attachment = {
    id: "a",
    text: "let a = 1;",
    languageId: "ts",
    label: "cart.ts:10–24",
    detail: "15 lines",
  };
  const raw = {
    output: "It **leaks**.",
    intermediate_steps: [[{ tool: "computation_engine", tool_input: { query: "2 * 8" } }]],
  };
  conversation.put(turn("1", done("x")));
  conversation.put(
    turn(
      "2",
      {
        state: "done",
        received: {
          value: {
            output: raw.output,
            intermediate_steps: raw.intermediate_steps.map((group) =>
              group.map((step) => ({ ...step, raw: step })),
            ),
          },
          raw,
          bytes: 1,
          elapsedMs: 2,
        },
      },
      { question: { typed: "Why?", attachments: [attachment], expertId: 1 } },
    ),
  );
  const error = new HubError("timeout", "The hub took too long.", { mayHaveRun: true });
  conversation.put(turn("3", { state: "failed", error }));
  conversation.put(turn("4", { state: "waiting" }));
  conversation.rename("Leaks");
  return conversation;
}

/** Why JSON that is nested this deeply is not taken. */
function refusal(depth: number): string {
  try {
    fromJson(bytes("[".repeat(depth) + "]".repeat(depth)));
  } catch (error) {
    return (error as HubError).message;
  }
  return "taken";
}

const attachmentOf = (id: string) => ({
  id,
  text: `text ${id}`,
  languageId: "ts",
  label: `${id}.ts:1`,
  detail: "1 line",
});

describe("an exported conversation", () => {
  it("comes back from JSON with every turn, and with a session of its own", () => {
    const conversation = sample();
    const json = toJson(conversation);
    const back = new Conversation(fromJson(bytes(json)));
    assert.equal(back.title, "Leaks");
    assert.deepEqual(back.turns.slice(0, 3), conversation.turns.slice(0, 3));
    assert.equal(back.turns[3]?.result.state, "interrupted");
    assert.equal(json.includes(conversation.sessionFor(scope)), false);
    assert.notEqual(back.sessionFor(scope), conversation.sessionFor(scope));
  });

  it("says what was left out of a question, in both formats", () => {
    const omitted = { turns: 2, attachments: [], contextTokens: 4096, refused: true };
    const conversation = new Conversation();
    conversation.put(turn("1", done("x"), { omitted }));
    const read = new Conversation(fromJson(bytes(toJson(conversation))));
    assert.deepEqual(read.turns[0]?.omitted, omitted);
    assert.match(
      toMarkdown(read),
      /^\*The request exceeded the model's context window of 4,096 tokens\. It was sent again without: the 2 oldest/m,
    );
  });

  it("exports a conversation as Markdown that reads well", () => {
    const text = toMarkdown(sample());
    assert.match(text, /^# Leaks\n\n## You, /);
    assert.ok(
      text.includes(
        "cart.ts:10–24 (15 lines)\n\n```ts\nlet a = 1;\n```\n\n## One\n\nIt **leaks**.",
      ),
    );
    assert.ok(text.includes("Steps:\n\n- computation_engine: 2 * 8\n"));
    assert.ok(text.includes("*The hub took too long.*"));
    assert.ok(text.includes("*Not answered yet.*"));
    assert.equal(/<details|raw|elapsedMs/.test(text), false);
  });

  it("lists as Markdown what the steps of an answer have read", () => {
    const conversation = new Conversation();
    const [read, search] = [
      { tool: "read_file", tool_input: { path: "src/a.ts", start_line: 3, end_line: 9 } },
      { tool: "read_file", tool_input: { path: "src/a.ts", line: 20 } },
    ];
    const found = { tool: "fetch", tool_input: { url: "https://a.example/b" } };
    const raw = { output: "So.", intermediate_steps: [[read, search, found]] };
    const received = { value: decodeAgentAnswer(raw), raw, bytes: 1, elapsedMs: 2 };
    conversation.put(turn("1", { state: "done", received }));
    const expected = "\n\nSources:\n\n- src/a.ts:3–9, 20–\n- https://a.example/b\n";
    assert.ok(toMarkdown(conversation).endsWith(expected));
  });

  it("says as Markdown by which ability and model an answer was given, and what became of others", () => {
    const conversation = new Conversation();
    const asked = {
      expertId: 1,
      expertName: "One",
      abilityId: 2,
      abilityName: "Two\nlines",
      modelId: 3,
      modelName: "Three",
      hubScope: scope,
      builtIn: false,
    };
    conversation.put(turn("1", done("first"), { asked }));
    conversation.put(turn("2", { state: "stopped" }));
    conversation.put(turn("3", { state: "interrupted" }));
    const soFar = { output: "```\nhalf", intermediate_steps: [] };
    conversation.put(turn("4", { state: "stopped", soFar }));
    const sections = toMarkdown(conversation).split(/^## /m);
    assert.match(sections[2] ?? "", /^One · Two lines · Three\n\nfirst\n/);
    assert.match(sections[4] ?? "", /^One\n\n\*Stopped before an answer arrived\.\*/);
    assert.match(sections[6] ?? "", /^One\n\n\*No answer so far; the hub may have processed/);
    const half = /^One\n\n\*Stopped before the answer was complete\.\*\n\n```\nhalf\n```\n/;
    assert.match(sections[8] ?? "", half);
    assert.equal(toMarkdown(new Conversation()), "# Untitled\n");
  });

  const json = JSON.parse(toJson(sample())) as { changes: { turn?: object }[] };
  const withTurn = (more: object): string =>
    JSON.stringify({ ...json, changes: [{ turn: { ...json.changes[1]?.turn, ...more } }] });
  const refused: [string, string, RegExp][] = [
    ["no JSON", "# Leaks", /contains no conversation/],
    ["another JSON", '{"name":"package"}', /contains no conversation/],
    ["a list", "[]", /contains no conversation/],
    ["a newer version", JSON.stringify({ ...json, version: 3 }), /newer version/],
    ["no question", JSON.stringify({ ...json, changes: [] }), /contains no question/],
    ["a wrong question", withTurn({ question: { typed: 7, expertId: 1 } }), /entry 1/],
    ["an expert that is no id", withTurn({ question: { typed: "", expertId: "../1" } }), /entry 1/],
    ["an impossible time", withTurn({ askedAt: 1e300 }), /entry 1/],
    ["an unknown state", withTurn({ result: { state: "hacked" } }), /entry 1/],
    [
      "an unknown kind of error",
      withTurn({ result: { state: "failed", error: { kind: "x", message: "" } } }),
      /entry 1/,
    ],
    [
      "an answer without output",
      withTurn({ result: { state: "done", raw: {}, bytes: 1, elapsedMs: 1 } }),
      /entry 1/,
    ],
    ["depth", `{"changes":${"[".repeat(5000)}${"]".repeat(5000)}}`, /nested too deeply/],
  ];
  it("may be nested as deeply as an answer may, and not without bound", () => {
    assert.match(refusal(100), /contains no conversation/);
    assert.match(refusal(101), /nested too deeply/);
  });

  it("has as Markdown what was set aside below what was asked in its place", () => {
    const conversation = new Conversation();
    const ask = (id: string, typed: string) =>
      conversation.put(turn(id, done(`to ${typed}`), { question: { typed, expertId: 1 } }));
    ask("1", "Why?");
    ask("2", "And then?");
    ask("3", "Why not?");
    conversation.setAside("1", "3");
    ask("4", "Why now?");
    conversation.setAside("3", "4");
    const questions = toMarkdown(conversation)
      .split(/^## You, /m)
      .slice(1)
      .map((section) => section.replace(/^.*?( \(set aside\))?\n\n([^\n]*)[^]*$/, "$2$1"));
    assert.deepEqual(questions, [
      "Why now?",
      "Why not? (set aside)",
      "Why? (set aside)",
      "And then? (set aside)",
    ]);
  });

  it("has as Markdown the other answers to a question below that of the chat, and how they were asked", () => {
    const conversation = new Conversation();
    const question = { typed: "Why?", expertId: 1 };
    const body = { expert_id: 1, input_data: "Why?", temperature: 0.5 };
    const sent = { endpoint: "invoke_agent" as const, body };
    conversation.put(turn("1", done("```\nfirst"), { question }));
    conversation.put(turn("2", done("second"), { question, sent, beside: "1" }));
    const soFar = { output: "half", intermediate_steps: [] };
    conversation.put(turn("3", { state: "stopped", soFar }, { question, beside: "1" }));
    const details = { status: 502, hubMessage: "a.example failed.", about: "model" } as const;
    const failed = { state: "failed" as const, error: new HubError("server", "502.", details) };
    conversation.put(turn("4", failed, { question, beside: "1" }));
    // As earlier versions asked beside a turn.
    conversation.put(
      turn("5", done("fifth"), { question: { ...question, typed: "How?" }, beside: "1" }),
    );
    const [, ...sections] = toMarkdown(conversation).split(/^## /m);
    assert.deepEqual(
      sections.map((section) => section.replace(/^You, .*/, "You").trim()),
      [
        "You\n\nWhy?",
        "One\n\n```\nfirst\n```",
        "One · temperature 0.5 (other answer)\n\nsecond",
        "One (other answer)\n\n*Stopped before the answer was complete.*\n\nhalf",
        "One (other answer)\n\n*The hub says: a.example failed.*",
        "You\n\nHow?",
        "One (other answer)\n\nfifth",
      ],
    );
  });

  it("has in Markdown what was attached once above all answers, and each whole, whatever one leaves open", () => {
    const steps = [[{ tool: "computation_engine", tool_input: { query: "2 * 8" } }]];
    const open = (output: string): Result => {
      const raw = { output, intermediate_steps: steps };
      const received = { value: decodeAgentAnswer(raw), raw, bytes: 12, elapsedMs: 34 };
      return { state: "done", received };
    };
    const question = { typed: "Why?", expertId: 1, attachments: [attachmentOf("a")] };
    const conversation = new Conversation();
    conversation.put(turn("1", open("~~~ts\nfirst"), { question }));
    for (const [at, output] of ["```\nsecond", "<!-- third", "<pre>\nfourth"].entries())
      conversation.put(turn(`${at + 2}`, open(output), { question, beside: "1" }));
    const markdown = toMarkdown(conversation);
    assert.equal(markdown.split("a.ts:1 (1 line)\n\n```ts\ntext a\n```").length, 2);
    const shown = new MarkdownIt({ html: true }).parse(markdown, {});
    const headings = shown.filter(({ type, tag }) => type === "heading_open" && tag === "h2");
    assert.equal(headings.length, 5);
    const listed = shown.filter(({ type }) => type === "bullet_list_open");
    assert.equal(listed.length, 4, "the steps of each answer");
  });

  it("has each step as a line of Markdown, whatever the hub says about it", () => {
    const conversation = new Conversation();
    const steps = [
      { tool: "web_search", tool_input: { query: "one\ntwo" } },
      { tool: "shell", tool_input: "three" },
      { tool: "api", tool_input: { query: 4, id: 5 } },
      { tool_input: [6] },
      { tool: "nothing" },
    ].map((step) => ({ ...step, raw: step }));
    const value = { output: "Done.", intermediate_steps: [steps.slice(0, 2), steps.slice(2)] };
    const received = { value, raw: value, bytes: 1, elapsedMs: 1 };
    conversation.put(turn("1", { state: "done", received }));
    assert.match(toJson(conversation), /^\{\n  "format"/);
    const lines = toMarkdown(conversation)
      .split("\n")
      .filter((line) => line.startsWith("- "));
    assert.deepEqual(lines, [
      "- web_search: one two",
      "- shell: three",
      '- api: {"query":4,"id":5}',
      "- step: [6]",
      "- nothing",
    ]);
  });

  it("comes back without the place that an attachment claims to have on this computer", () => {
    const conversation = new Conversation();
    const origin = { uri: "file:///etc/hosts", start: 0, end: 1, single: true };
    const attachment = { id: "a", text: "1", languageId: "", label: "", detail: "" };
    const question = { typed: "", attachments: [{ ...attachment, origin }], expertId: 1 };
    conversation.put(turn("1", done("one"), { question }));
    const [back] = new Conversation(fromJson(bytes(toJson(conversation)))).turns;
    assert.deepEqual(back?.question.attachments, [attachment]);
  });

  it("has a selection alone as Markdown where nothing was typed", () => {
    const conversation = new Conversation();
    const attachment = {
      id: "a",
      text: "1",
      languageId: "c++ x`",
      label: "a.ts:1",
      detail: "1 line",
    };
    conversation.put(
      turn("1", done("one"), { question: { typed: " ", attachments: [attachment], expertId: 1 } }),
    );
    const [, question = ""] = toMarkdown(conversation).split(/^## You, .*\n\n/m);
    assert.match(question, /^a\.ts:1 \(1 line\)\n\n```c\+\+x\n1\n```\n\n## One/);
  });

  it("has several attachments as a list, and one as itself", () => {
    const exported = (...attachments: ReturnType<typeof attachmentOf>[]) => {
      const conversation = new Conversation();
      conversation.put(
        turn("1", done("one"), { question: { typed: "?", attachments, expertId: 1 } }),
      );
      const { changes } = JSON.parse(toJson(conversation)) as {
        changes: { turn: { question: object } }[];
      };
      const back = new Conversation(fromJson(bytes(toJson(conversation))));
      assert.deepEqual(back.turns[0]?.question.attachments, attachments);
      return { question: changes[0]?.turn.question, markdown: toMarkdown(conversation) };
    };
    const [a, b] = [attachmentOf("a"), attachmentOf("b")];
    assert.deepEqual(exported(a).question, { typed: "?", expertId: 1, attachment: a });
    const both = exported(a, b);
    assert.deepEqual(both.question, { typed: "?", expertId: 1, attachments: [a, b] });
    assert.match(both.markdown, /a\.ts:1[^]*```ts\ntext a\n```[^]*b\.ts:1[^]*```ts\ntext b\n```/);
  });

  it("comes back with a turn that was changed in nothing", () => {
    assert.equal(new Conversation(fromJson(bytes(withTurn({})))).turns.length, 1);
  });

  for (const [name, text, sentence] of refused)
    it(`is refused in a sentence where it holds ${name}`, () => {
      assert.throws(
        () => fromJson(bytes(text)),
        (error: unknown) =>
          error instanceof HubError &&
          error.kind === "invalid-request" &&
          sentence.test(error.message),
      );
    });
});
