import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { answerText } from "../../../../../src/features/agents/core/answerText";
import type { CallerAnswer } from "../../../../../src/features/agents/core/callerQuestions";
import {
  askExpertTool,
  askInputOf,
  expertList,
  listExpertsTool,
  prepared,
} from "../../../../../src/features/agents/core/expertTools";
import type { SavedExpert } from "../../../../../src/features/experts/core/roster";
import { toolIds } from "../../../../../src/platform/editor/manifest";
import type { HubError } from "../../../../../src/contract/errors";

interface ManifestTool {
  name: string;
  toolReferenceName: string;
  canBeReferencedInPrompt: boolean;
  modelDescription: string;
  inputSchema: object;
  [texts: string]: unknown;
}

const { languageModelTools } = (
  JSON.parse(readFileSync("package.json", "utf8")) as {
    contributes: { languageModelTools: ManifestTool[] };
  }
).contributes;

const saved = (id: number, name: string, abilities: object[] = []) =>
  ({ id, expert: { id, name, abilities, expert_llm_models: [] } }) as unknown as SavedExpert;
const seven = saved(7, "Seven", [
  { id: 3, name: " Three ", text: "Adds\n three." },
  { id: 4, name: "Four" },
  { id: 5, name: "Four" },
]);
const eight = saved(8, "Eight");
const twins = [saved(9, "Twin"), saved(10, "twin")];
const roster = { list: [seven, eight, ...twins], current: eight };

const throwsAs = (kind: HubError["kind"]) => (error: HubError) => error.kind === kind;

/** Why this is not asked. */
const sentence = (given: unknown) => {
  try {
    askInputOf(given);
  } catch (error) {
    return (error as HubError).message;
  }
  return "";
};

describe("the tools of the manifest", () => {
  it("have the names, descriptions and schemas that the code has", () => {
    assert.deepEqual(
      languageModelTools.map(({ name, modelDescription: description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
      [askExpertTool, listExpertsTool],
    );
    assert.deepEqual(
      languageModelTools.map(({ name }) => name),
      toolIds,
    );
  });

  it("can be named in a prompt, and say to people what they do", () => {
    for (const tool of languageModelTools) {
      assert.equal(tool.name, `expertHub_${tool.toolReferenceName}`);
      assert.equal(tool.canBeReferencedInPrompt, true);
      for (const text of ["displayName", "userDescription", "icon"])
        assert.equal(typeof tool[text], "string", text);
    }
  });
});

describe("what an agent passes", () => {
  it("names expert and ability by ID or by name, in any case", () => {
    for (const [given, ids] of [
      [{}, [8, undefined]],
      [{ expert: 7 }, [7, undefined]],
      [{ expert: "7", ability: "3" }, [7, 3]],
      [{ expert: " seven ", ability: "THREE" }, [7, 3]],
    ] as const) {
      const { question } = prepared(roster, askInputOf({ question: "Why?", ...given }), "tool");
      assert.deepEqual([question.expertId, question.abilityId], ids);
      assert.deepEqual([question.input, question.caller], ["Why?", "tool"]);
    }
  });

  it("is asked with what is chosen for the expert, unless it names an ability", () => {
    const choices = { list: [{ ...seven, abilityId: 4, modelId: 6 }, { id: 11 }], current: eight };
    const asked = (given: object) => prepared(choices, { question: "Why?", ...given }, "mcp");
    const question = { caller: "mcp", input: "Why?" };
    assert.deepEqual(asked({}), {
      question: { ...question, expertId: 8 },
      files: [],
      expertName: "Eight",
      abilityName: undefined,
    });
    assert.deepEqual(asked({ expert: 7, conversationId: "c", files: ["a.ts"] }), {
      question: { ...question, expertId: 7, abilityId: 4, modelId: 6, conversationId: "c" },
      files: ["a.ts"],
      expertName: "Seven",
      abilityName: "Four",
    });
    assert.deepEqual(asked({ expert: 7, ability: "three" }), {
      question: { ...question, expertId: 7, abilityId: 3, modelId: 6, mode: "agent" },
      files: [],
      expertName: "Seven",
      abilityName: " Three ",
    });
    assert.deepEqual(asked({ expert: 11 }), {
      question: { ...question, expertId: 11 },
      files: [],
      expertName: "Expert 11",
      abilityName: undefined,
    });
    const none = { list: [], current: undefined };
    assert.throws(() => prepared(none, { question: "Why?" }, "mcp"));
    assert.match(expertList({ list: [{ id: 11 }], current: undefined }), /^- .*\(expert 11\)$/);
  });

  it("is refused where a name is unknown or means several", () => {
    const long = "x".repeat(100);
    for (const [given, kind, message] of [
      [
        { expert: " Nobody " },
        "not-found",
        "There is no expert called Nobody in the list of experts.",
      ],
      [
        { expert: long },
        "not-found",
        `There is no expert called ${long.slice(0, 80)} in the list of experts.`,
      ],
      [{ expert: "Twin" }, "invalid-request", "Several experts are called Twin. Use the ID."],
      [
        { expert: 7, ability: "Four" },
        "invalid-request",
        "Seven has several abilities called Four. Use the ID.",
      ],
      [{ expert: 7, ability: "Five" }, "not-found", "Seven has no ability called Five."],
      [{ ability: 3 }, "not-found", "Eight has no ability called 3."],
      [{ expert: 11, ability: 3 }, "not-found", '"Expert 11" has no ability called 3.'],
    ] as const) {
      const input = askInputOf({ question: "Why?", ...given });
      const all = { list: [...roster.list, { id: 11 }], current: eight };
      assert.throws(() => prepared(all, input, "tool"), { kind, message });
    }
    const nobody = { list: [], current: undefined };
    assert.throws(() => prepared(nobody, { question: "Why?" }, "tool"), /no expert to ask yet/);
  });

  it("carries the files and the conversation along", () => {
    const input = askInputOf({ question: "Why?", files: ["a.ts"], conversationId: "c" });
    const { question, files } = prepared(roster, input, "tool");
    assert.deepEqual([files, question.conversationId], [["a.ts"], "c"]);
  });

  it("is refused where it has the wrong shape", () => {
    const wrong = [
      undefined,
      "Why?",
      {},
      { question: " \n" },
      { question: 7 },
      { question: "Why?", expert: {} },
      { question: "Why?", expert: 1.5 },
      { question: "Why?", files: "a.ts" },
      { question: "Why?", files: [""] },
      { question: "Why?", conversationId: "" },
    ];
    for (const given of wrong)
      assert.throws(() => askInputOf(given), throwsAs("invalid-request"), JSON.stringify(given));
    const needsQuestion = "expertHub_askExpert needs a question as text.";
    for (const given of wrong.slice(0, 5)) assert.equal(sentence(given), needsQuestion);
    assert.equal(
      sentence({ question: "Why?", files: "a.ts" }),
      "expertHub_askExpert: files has the wrong type.",
    );
    assert.equal(
      sentence({ question: "Why?", files: ["a.ts", 7] }),
      "expertHub_askExpert: files.1 has the wrong type.",
    );
  });
});

describe("what an agent gets", () => {
  it("has the list of experts with what they do, each in a line", () => {
    assert.equal(
      expertList({ list: [seven, eight], current: eight }),
      [
        "- Seven (expert 7)",
        "  - ability 3: Three. Adds three.",
        "  - ability 4: Four",
        "  - ability 5: Four",
        "- Eight (expert 8, current)",
      ].join("\n"),
    );
    assert.match(expertList({ list: [], current: undefined }), /not added any/);
  });

  it("has the answer, the steps cut where they are long, and the conversation", () => {
    const text = answerText({
      conversationId: "c-1",
      turn: { asked: { expertName: "Seven" } },
      answer: {
        output: "It is **42**.",
        intermediate_steps: [
          [{ tool: "computation_engine", tool_input: { query: "2 * 21" }, log: "42" }],
          [{ log: "x".repeat(9_000) }],
        ],
      },
    } as unknown as CallerAnswer);
    assert.match(
      text,
      /^Answer of Seven \(conversationId: c-1\):\n\nIt is \*\*42\*\*\.\n\nSteps \(/,
    );
    assert.match(text, /\n1\. computation_engine\n\{"query":"2 \* 21"\}\n42\n/);
    assert.match(text, /\n2\. tool\nx{3990,4000}…$/);
  });

  it("Z8 gives agents no secrets of an answer and its steps", () => {
    const secret = ["S3cr", "et!9xQz"].join("");
    const text = answerText({
      conversationId: "c-1",
      turn: { asked: { expertName: "Seven" } },
      answer: {
        output: `It is set in db.ini:\n\npassword=${secret}\n`,
        intermediate_steps: [[{ tool: "read", log: `{"password": "${secret}"}` }]],
      },
    } as unknown as CallerAnswer);
    assert.match(text, /^password=\[masked: a secret value\]$/m);
    assert.doesNotMatch(text, new RegExp(secret));
  });
});
