import assert from "node:assert/strict";
import { fromModel } from "../../../../../src/features/conversation/core/turn";
import { agentRequest, llmRequest } from "../../../../../src/features/conversation/core/question";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";
import { inputData } from "../../../../../src/features/conversation/core/inputData";
import { decodeLlmAnswer } from "../../../../../src/contract/decode";

const attachment: Attachment = {
  id: "a",
  text: "const x = 1;",
  languageId: "typescript",
  label: "x.ts:1",
  detail: "",
};
const settings = { temperature: undefined, memory: "both", sendUserId: true } as const;
const context = { sessionId: "s", history: [] };

const shown = (json: unknown) =>
  fromModel({ value: decodeLlmAnswer(json), raw: json, bytes: 1, elapsedMs: 1 }).value.output;

describe("a question as a request", () => {
  it("sends exactly the selection where nothing is typed", () => {
    assert.equal(inputData({ typed: "", attachments: [attachment] }), "const x = 1;");
    assert.equal(
      inputData({ typed: "  \n", attachments: [{ ...attachment, text: "\t a \r\n" }] }),
      "\t a \r\n",
    );
  });

  it("sends exactly the words where nothing is selected", () => {
    assert.equal(inputData({ typed: " why? " }), " why? ");
  });

  it("puts the selection in a fence below the words", () => {
    assert.equal(
      inputData({ typed: "why?", attachments: [attachment] }),
      "why?\n\n```typescript\nconst x = 1;\n```",
    );
  });

  it("makes the fence longer than any inside", () => {
    const text = inputData({
      typed: "why?",
      attachments: [{ ...attachment, text: "````\na\n````" }],
    });
    assert.match(text, /\n`{5}typescript\n````\na\n````\n`{5}$/);
  });

  it("leaves out all that is unset", () => {
    assert.deepEqual(agentRequest({ typed: "hi", expertId: 7 }, context, settings), {
      expert_id: 7,
      session_id: "s",
      input_data: "hi",
    });
  });

  it("carries every field that is set", () => {
    const request = agentRequest(
      {
        typed: "hi",
        expertId: 0,
        abilityId: 0,
        modelId: 3,
        temperature: 0,
        reasoningEffort: "low",
        tools: { web_search: false },
        webSearchMaxResults: 0,
        documentUrls: ["https://a.example/"],
      },
      { sessionId: "s", history: [{ role: "user", content: "before" }], userId: "u" },
      settings,
    );
    assert.deepEqual(request, {
      expert_id: 0,
      ability_id: 0,
      model_id: 3,
      session_id: "s",
      input_data: "hi",
      temperature: 0,
      reasoning_effort: "low",
      user_id: "u",
      document_urls: ["https://a.example/"],
      conversation_history: [{ role: "user", content: "before" }],
      tool_config: { web_search_max_results: 0 },
      tool_activation: { web_search: false },
    });
  });

  it("remembers as the setting says", () => {
    const history = [{ role: "user", content: "before" }];
    const fields = (memory: "session" | "history" | "none") =>
      Object.keys(
        agentRequest(
          { typed: "hi", expertId: 1 },
          { ...context, history },
          { ...settings, memory },
        ),
      );
    assert.deepEqual(fields("session"), ["expert_id", "session_id", "input_data"]);
    assert.deepEqual(fields("history"), ["expert_id", "input_data", "conversation_history"]);
    assert.deepEqual(fields("none"), ["expert_id", "input_data"]);
  });

  it("keeps the user's id back where the setting says so", () => {
    const request = agentRequest(
      { typed: "hi", expertId: 1 },
      { ...context, userId: "u" },
      { ...settings, sendUserId: false },
    );
    assert.equal("user_id" in request, false);
  });

  it("lets the expert's memory stand before the setting", () => {
    const question = { typed: "hi", expertId: 1, memory: "none" } as const;
    assert.deepEqual(Object.keys(agentRequest(question, context, settings)), [
      "expert_id",
      "input_data",
    ]);
  });
});

describe("a question to the language model alone", () => {
  const history = [{ role: "human", content: "before" }];
  const roles = { user: "human", assistant: "ai" };

  it("carries every field that is set, and none of an agent's", () => {
    const question = {
      typed: "hi",
      expertId: 0,
      abilityId: 4,
      modelId: 3,
      temperature: 0,
      tools: { web_search: true },
      webSearchMaxResults: 2,
      documentUrls: ["https://a.example/"],
      mode: "model",
      maxTokens: 50,
    } as const;
    assert.deepEqual(llmRequest(question, { ...context, history }, { ...settings, roles }), {
      expert_id: 0,
      model_id: 3,
      input_data: [...history, { role: "human", content: "hi" }],
      temperature: 0,
      msx_tokens: 50,
    });
  });

  it("leaves out all that is unset, and the history where memory says so", () => {
    for (const memory of ["session", "none"] as const) {
      const request = llmRequest(
        { typed: "why?", attachments: [attachment], expertId: 7, mode: "model" },
        { ...context, history, userId: "u" },
        { ...settings, roles, memory },
      );
      assert.deepEqual(request, {
        expert_id: 7,
        input_data: [
          { role: "human", content: inputData({ typed: "why?", attachments: [attachment] }) },
        ],
      });
    }
  });

  const shapes: Record<string, unknown> = {
    "a string": "text",
    output: { output: "text" },
    content: { content: "text" },
    "message.content": { message: { content: "text" } },
    "choices[0].message.content": { choices: [{ message: { content: "text" } }] },
    "an array of one": [{ output: "text" }],
  };
  for (const [name, json] of Object.entries(shapes)) {
    it(`reads the answer from ${name}`, () => {
      assert.equal(shown(json), "text");
    });
  }

  it("shows an unknown answer as JSON that cannot leave its block", () => {
    assert.equal(shown({ reply: 1 }), '```json\n{\n  "reply": 1\n}\n```');
    assert.equal(shown(null), "```json\nnull\n```");
    assert.match(shown({ reply: "```" }), /^````json\n[^]*\n````$/);
  });
});
