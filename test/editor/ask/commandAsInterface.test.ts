import assert from "node:assert/strict";
import * as vscode from "vscode";
import { workbench, codeReader } from "../../support/builtInExperts";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { hideChat, answering, nextMessage, until } from "../support/inputs";

interface Answer {
  conversationId: string;
  output: string;
  steps: { tool?: string; tool_call_id?: string }[][];
}

interface Caller {
  ask(args?: unknown): Promise<Answer>;
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

describe("expertHub.ask, called by another extension", () => {
  let hub: TestHub;
  let ask: Caller["ask"];

  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    for (const id of hub.expertIds) await run("expertHub.addExpert", id);
    const caller = vscode.extensions.getExtension<Caller>("expert-hub-tests.caller");
    if (!caller) throw new Error("the other extension is not here");
    ({ ask } = await caller.activate());
  });
  beforeEach(() => run("expertHub.newConversation"));
  after(() => hub.close());

  const last = () => questionsTo(hub).at(-1) ?? {};

  it("sends all that it is given and resolves with conversation, output and steps", async () => {
    await ask({ expertId: workbench, input: "1 + 1" });
    const ability = await abilityOf(hub, workbench, "Explain");
    const answer = await ask({
      expertId: workbench,
      abilityId: ability,
      modelId: 1,
      input: "2 * 8",
      temperature: 0,
      tools: { computation_engine: true, web_search: false },
      webSearchMaxResults: 3,
      documentUrls: ["https://docs.example/a"],
    });
    const { session_id, user_id, conversation_history: history, ...body } = last();
    assert.equal(typeof session_id, "string");
    assert.equal(user_id, "local|user");
    assert.equal((history as unknown[]).length, 2);
    assert.deepEqual(body, {
      expert_id: workbench,
      ability_id: ability,
      model_id: 1,
      input_data: "2 * 8",
      temperature: 0,
      document_urls: ["https://docs.example/a"],
      tool_config: { web_search_max_results: 3 },
      tool_activation: { web_search: false, computation_engine: true },
    });
    assert.match(answer.output, /16/);
    assert.match(answer.conversationId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      answer.steps.flat().map(({ tool, tool_call_id }) => [tool, typeof tool_call_id]),
      [["computation_engine", "string"]],
    );
  });

  const refused: Record<string, [args: unknown, sentence: RegExp]> = {
    "no object": ["text", /takes one object/],
    "an id that is none": [{ expertId: "1", input: "x" }, /expertHub\.ask: expertId /],
    "an ability id that is none": [{ abilityId: -1, input: "x" }, /expertHub\.ask: abilityId /],
    "input that is no text": [{ input: 7 }, /expertHub\.ask: input /],
    "T5 an unknown tool": [{ input: "x", tools: { shell: true } }, /tools are not valid/],
    "T6 an address that is not https": [
      { input: "x", documentUrls: ["http://a.example"] },
      /does not begin with https/,
    ],
    "nothing to send": [{ input: "  " }, /nothing to send/],
  };
  for (const [name, [args, sentence]] of Object.entries(refused)) {
    it(`rejects ${name} and sends nothing`, async () => {
      const before = questionsTo(hub).length;
      await assert.rejects(async () => ask(args), sentence);
      assert.equal(questionsTo(hub).length, before);
    });
  }

  it("rejects with the sentence that the user reads, as a plain error", async () => {
    await assert.rejects(
      async () => ask({ expertId: 402, input: "x" }),
      (error: Error) => /requires payment first/.test(error.message) && !("details" in error),
    );
  });

  it("T6 sends private addresses only after confirmation", async () => {
    const before = questionsTo(hub).length;
    const args = { expertId: workbench, input: "1 + 1", documentUrls: ["https://10.0.0.1/a"] };
    await hideChat();
    const no = nextMessage("showWarningMessage");
    await assert.rejects(async () => ask(args), /Nothing was sent/);
    assert.match(await no, /The hub will fetch these addresses/);
    assert.equal(questionsTo(hub).length, before);
    const yes = nextMessage("showWarningMessage", "Send");
    await ask(args);
    await yes;
    assert.deepEqual(last()["document_urls"], ["https://10.0.0.1/a"]);
  });

  it("T5 asks once for each expert before another program reads files through it", async () => {
    const args = {
      expertId: codeReader,
      input: "where is sizes used",
      tools: { workspace_connector: true },
    };
    await hideChat();
    const asked = nextMessage("showWarningMessage", "Send");
    await ask(args);
    assert.match(
      await asked,
      /^Let another extension or a key read your files through Code Reader/,
    );
    const never = nextMessage("showWarningMessage");
    await ask(args);
    await run("expertHub.newConversation");
    await hideChat();
    await ask(args);
    await assert.rejects(async () => ask({ ...args, expertId: workbench }), /Nothing was sent/);
    assert.match(await never, /^Let another extension or a key read your files through Workbench/);
  });

  it("rejects where the user stops the question", async () => {
    const before = questionsTo(hub).length;
    const runner = ask({ expertId: 2005, input: "x" });
    const settled = runner.then(
      () => "answered",
      (error: Error) => error.message,
    );
    await until("the question is out", () => questionsTo(hub).length === before + 1);
    await run("expertHub.signOut");
    assert.match(await settled, /was stopped/);
    await answering([hub.key], () => run("expertHub.setApiKey"));
  });
});

async function abilityOf(hub: TestHub, id: number, name: string): Promise<number> {
  const response = await fetch(`${hub.baseUrl}/api/v1/get_expert/${id}`, {
    headers: { "svc-api-key": hub.key },
  });
  const [record] = (await response.json()) as [{ abilities: { id: number; name: string }[] }];
  const ability = record.abilities.find((own) => own.name === name);
  assert.ok(ability, `expert ${id} has no ability ${name}`);
  return ability.id;
}
