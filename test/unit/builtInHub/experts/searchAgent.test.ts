import assert from "node:assert/strict";
import type { AgentRequest, Expert } from "../../../../src/contract/types";
import { experts } from "../../../../src/builtInHub/experts/catalog";
import { SearchAgent } from "../../../../src/builtInHub/experts/searchAgent";
import { startBuiltInHub } from "../../../../src/builtInHub/index";
import { SearchIndex } from "../../../../src/builtInHub/tools/workspace/searchIndex";
import { limits } from "../../../../src/builtInHub/tools/workspace/walk";
import { useMessages } from "../../../../src/kit/l10n";
import { ask, get, hubUnderTest, invoke, key, post } from "../hubUnderTest";
import { temporaryFolder, type TemporaryFolder } from "../tools/temporaryFolder";

const files = {
  "src/cart.ts":
    "export function totalOf(items: number[]): number {\n  // TODO round\n  return items.length;\n}\n",
  "src/main.ts": 'import { totalOf } from "./cart";\n\nconsole.log(totalOf([1]));\n',
};

describe("an expert of the built-in hub without a language model", () => {
  let folder: TemporaryFolder;
  const folders: { name: string; path: string }[] = [];
  const running = hubUnderTest({ folders: () => folders });
  before(async () => {
    folder = await temporaryFolder(files);
    folders.push({ name: "shop", path: folder.path });
  });
  after(() => folder[Symbol.asyncDispose]());

  const refused = async (more: AgentRequest) => {
    const response = await post(running.hub, "/api/v1/invoke_agent", { expert_id: 5, ...more });
    assert.equal(response.status, 501);
    return ((await response.json()) as { message: string }).message;
  };

  it("has abilities that are each described in words, and a model that only searches", async () => {
    for (const id of running.hub.expertIds) {
      const [expert] = (await (await get(running.hub, `/api/v1/get_expert/${id}`)).json()) as [
        Expert,
      ];
      assert.equal(expert.id, id);
      assert.ok(expert.abilities.length >= 1);
      assert.deepEqual(
        expert.expert_llm_models.map(({ identifier }) => identifier),
        ["local/search-only"],
      );
      for (const { text } of expert.abilities) assert.ok((text ?? "").length > 40);
    }
  });

  it("says that it only searches, shows places with their lines, and offers a model", async () => {
    for (const id of running.hub.expertIds)
      assert.equal(
        await ask(running.hub, id, "Where is totalOf defined?"),
        [
          "Without a language model I can only search. These places fit best:",
          "`src/cart.ts:1-4`",
          "```ts\nexport function totalOf(items: number[]): number {\n  // TODO round\n  return items.length;\n}\n```",
          "`src/main.ts:1-3`",
          '```ts\nimport { totalOf } from "./cart";\n\nconsole.log(totalOf([1]));\n```',
          "For an answer in words, choose a language model.",
        ].join("\n\n"),
      );
  });

  it("looks for what is attached where the question points at it, or says nothing else", async () => {
    const attached = "\n\n```ts\ntotalOf(items)\n```";
    const queries = {
      [`Where is this used?${attached}`]: "Where is this used? totalOf(items)",
      [`Why is this rounded?${attached}`]: "Why is this rounded? totalOf(items)",
      [`Please explain${attached}`]: "Please explain totalOf(items)",
      [`Where are items rounded?${attached}`]: "Where are items rounded?",
      "totalOf(items)": "totalOf(items)",
    };
    for (const [input, query] of Object.entries(queries)) {
      const { intermediate_steps: steps } = await invoke(running.hub, {
        expert_id: 5,
        input_data: input,
      });
      assert.deepEqual(steps[0]?.[0]?.tool_input, { query });
    }
  });

  it("says so where there was more to search than it may", async () => {
    const index = new SearchIndex(
      () => folders,
      () => [],
      { ...limits, files: 1 },
    );
    const { signal } = new AbortController();
    const [expert] = experts();
    const request = { input_data: "Where is totalOf?" };
    const { output } = await new SearchAgent(index).invoke(expert!, request, undefined, signal);
    assert.match(output, /\n\nOnly 1 files could be searched; there may be better places/);
  });

  it("says in a step what was searched and found", async () => {
    const { intermediate_steps } = await invoke(running.hub, {
      expert_id: 5,
      input_data: "Where is totalOf defined?",
    });
    assert.equal(intermediate_steps.length, 1);
    const [step] = intermediate_steps[0] ?? [];
    assert.equal(step?.tool, "workspace_connector");
    assert.deepEqual(step.tool_input, { query: "Where is totalOf defined?" });
    assert.match(step.log, /2 files were searched for totalOf, /);
    assert.match(step.log, /\n1: export function totalOf/);
  });

  it("looks for the words of a question, and for its code where there are none", async () => {
    const selection = "\n\n```ts\nconst round = 1;\n```";
    const output = await ask(running.hub, 5, `Where is totalOf?${selection}`);
    assert.match(output, /export function totalOf/);
    assert.match(await ask(running.hub, 5, selection), /TODO round/);
  });

  it("echoes the input and returns the history with this exchange", async () => {
    const history = [
      { role: "human", content: "before" },
      { role: "ai", content: "answered" },
    ];
    const answer = await invoke(running.hub, {
      expert_id: 5,
      input_data: "totalOf",
      conversation_history: history,
    });
    assert.equal(answer.input, "totalOf");
    assert.deepEqual(answer.chat_history, [
      ...history,
      { role: "user", content: "totalOf" },
      { role: "assistant", content: answer.output },
    ]);
  });

  it("X2 says in a sentence why nothing is shown, and reads no file", async () => {
    const [shop] = folders.splice(0);
    const asked = { input_data: "Where is totalOf?" };
    const none = await refused(asked);
    folders.push(shop!);
    assert.deepEqual(
      [
        none,
        await refused({ ...asked, tool_activation: { workspace_connector: false } }),
        await refused({ input_data: "Where is yardstick?" }),
        await refused({ input_data: " " }),
      ],
      [
        "Without a language model I can only search, and there is no folder that I may read.",
        "Without a language model I can only search, and Workspace is off for this question.",
        "Without a language model I can only search, and none of 2 files has these words.",
        "Without a language model I can only search, and this question has no words to look for.",
      ],
    );
  });

  it("answers 404 for an unknown expert, 422 for an ability or model of another", async () => {
    const cases: readonly (readonly [object, number, RegExp])[] = [
      [{ expert_id: 99 }, 404, /no expert 99/],
      [{ expert_id: 1, ability_id: 11 }, 422, /^The expert has no ability 11/],
      [{ expert_id: 1, model_id: 9 }, 422, /^The expert has no model 9/],
    ];
    for (const [body, status, message] of cases) {
      const response = await post(running.hub, "/api/v1/invoke_agent", body);
      assert.equal(response.status, status);
      assert.match(((await response.json()) as { message: string }).message, message);
    }
  });

  it("refuses invoke_llm, which is for a model alone", async () => {
    const input_data = [{ role: "user", content: "Where is totalOf?" }];
    const response = await post(running.hub, "/api/v1/invoke_llm", { expert_id: 5, input_data });
    assert.equal(response.status, 501);
    assert.match(
      await response.text(),
      /This question needs a language model, and none is chosen\./,
    );
  });

  it("speaks the language that it is given", async () => {
    const german = await startBuiltInHub({
      key,
      messages: {
        Explain: "Erklären",
        "Works with the open folder": "Arbeitet mit dem offenen Ordner",
        "Without a language model I can only search. These places fit best:":
          "Ohne Sprachmodell kann ich nur suchen. Am besten passen diese Stellen:",
      },
      folders,
    });
    try {
      assert.match(await ask(german, 5, "totalOf"), /^Ohne Sprachmodell kann ich nur suchen\./);
      const [expert] = (await (await get(german, "/api/v1/get_expert/5")).json()) as [Expert];
      assert.equal(expert.abilities[0]?.name, "Erklären");
      assert.equal(expert.function_name, "Arbeitet mit dem offenen Ordner");
    } finally {
      useMessages({});
      await german.close();
    }
  });
});
