import assert from "node:assert/strict";
import * as vscode from "vscode";
import { workbench, codeReader } from "../../support/builtInExperts";
import { expertModels, type ExpertModel } from "../../../src/features/agents/core/expertModels";
import {
  ExpertAsModel,
  usagePart,
} from "../../../src/features/agents/editor/languageModel/expertAsModel";
import { AgentFixture } from "../support/agentFixture";
import { startHub, type TestHub } from "../support/hub";
import { answering, hideChat, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { withWindow } from "../support/standIns";
import { itWithAll } from "../../support/testSize";

const vendor = "expertHub";
const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);
/** Picks the first row of the list that says what is on, which has these. */
const offering = (labels: readonly string[]) =>
  withWindow(
    {
      showQuickPick: async (rows: vscode.QuickPickItem[]) => {
        assert.deepEqual(
          rows.map(({ label }) => label),
          labels,
        );
        return rows[0];
      },
    },
    async () => run("expertHub.offerExperts"),
  );

const turnOn = (enabled: boolean | undefined) =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update("chat.enabled", enabled, vscode.ConfigurationTarget.Global);
/** An expert of the fault catalogue that never answers. */
const slow = 2006;
const { User, Assistant } = vscode.LanguageModelChatMessage;

const listed = () => vscode.lm.selectChatModels({ vendor });

/** As if VS Code had one model of each of these. */
const knowing = (...vendors: string[]) =>
  Object.assign(vscode.lm, {
    selectChatModels: async () => vendors.map((one) => ({ vendor: one })),
  });

async function named(name: string): Promise<vscode.LanguageModelChat> {
  const found = (await listed()).find((model) => model.name === name);
  assert.ok(found, `${name} is listed`);
  return found;
}

async function answerTo(
  model: vscode.LanguageModelChat,
  said: vscode.LanguageModelChatMessage[],
  options: vscode.LanguageModelChatRequestOptions = {},
) {
  let text = "";
  const response = await model.sendRequest(said, options);
  for await (const part of response.text) text += part;
  return text;
}

describe("experts as language models of VS Code", () => {
  let hub: TestHub;
  let messages: Messages;

  /** Bodies of the requests to language models. */
  const asked = () =>
    hub
      .journal()
      .filter(({ path }) => path.endsWith("/invoke_llm"))
      .map(({ body }) => JSON.parse(body ?? "{}") as Record<string, unknown>);
  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    for (const id of [workbench, codeReader]) await run("expertHub.addExpert", id);
  });
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());
  after(async () => {
    await turnOn(undefined);
    await hub.close();
  });

  it("are none until the user turns them on", async () => {
    assert.deepEqual(await listed(), []);
    await offering(["$(comment) Turn On Experts in VS Code's Chat", "$(plug) Turn On MCP Server"]);
    assert.ok((await listed()).length >= 2);
    await offering([
      "$(circle-slash) Turn Off Experts in VS Code's Chat",
      "$(plug) Turn On MCP Server",
    ]);
    await until("none is left", async () => (await listed()).length === 0);
    await turnOn(true);
  });

  itWithAll(
    "are announced with what VS Code's chat needs: itself, and without other models the mode Ask",
    async () => {
      await hideChat();
      const { executeCommand } = vscode.commands;
      const { selectChatModels } = vscode.lm;
      const opened: unknown[][] = [];
      Object.assign(vscode.commands, {
        executeCommand: async (id: string, ...args: unknown[]) =>
          id.startsWith("workbench.")
            ? void opened.push([id, ...args])
            : executeCommand.call(vscode.commands, id, ...args),
      });
      const chat = vscode.workspace.getConfiguration("chat");
      const turnOnAndPress = async (button: string) => {
        messages.answer(button);
        opened.length = 0;
        await run("expertHub.turnOnChat");
        await until("something opens", () => opened.length > 0);
        return { told: messages.last!, opened: opened[0]! };
      };
      try {
        const off = await turnOnAndPress("Open Settings");
        assert.match(off.told.message, /turned off by the setting chat\.disableAIFeatures/);
        assert.deepEqual(off.opened, ["workbench.action.openSettings", "chat.disableAIFeatures"]);
        await chat.update("disableAIFeatures", false, vscode.ConfigurationTarget.Global);
        knowing(vendor);
        const alone = await turnOnAndPress("Manage Language Models");
        assert.match(
          alone.told.message,
          /no other language model, Open Chat starts it in the mode Ask/,
        );
        assert.deepEqual(alone.opened, ["workbench.action.chat.manage"]);
        const query = { query: "@expert ", isPartialQuery: true };
        const inAsk = await turnOnAndPress("Open Chat");
        assert.deepEqual(inAsk.opened, ["workbench.action.chat.open", { ...query, mode: "ask" }]);
        knowing(vendor, "other");
        const beside = await turnOnAndPress("Open Chat");
        assert.deepEqual(beside.told.buttons, ["Open Chat"]);
        assert.deepEqual(beside.opened, ["workbench.action.chat.open", query]);
      } finally {
        Object.assign(vscode.commands, { executeCommand });
        Object.assign(vscode.lm, { selectChatModels });
        await chat.update("disableAIFeatures", true, vscode.ConfigurationTarget.Global);
      }
    },
  );

  it("have honest names, sizes and capabilities", async () => {
    const { id, family, maxInputTokens, countTokens } = await named("Workbench");
    assert.match(id, new RegExp(`^${workbench}-`));
    assert.equal(id.includes("127.0.0.1"), false);
    assert.equal(family, "expert");
    assert.equal(maxInputTokens, 32_000);
    assert.equal(await countTokens("four"), 1);
    assert.equal(await countTokens(User("four and more")), 4);
  });

  it("N7 are listed without a request and without a question to the user", async () => {
    const before = hub.journal().length;
    assert.ok((await listed()).length > 0);
    assert.equal(hub.journal().length, before);
    assert.deepEqual(messages.told, []);
  });

  it("answer with the earlier messages, in one conversation for all of them", async () => {
    const model = await named("Workbench");
    const first = await answerTo(model, [User("6 * 7")]);
    assert.match(first, /42/);
    await answerTo(model, [User("6 * 7"), Assistant(first), User("1 + 1")]);
    assert.deepEqual(
      asked()
        .slice(-2)
        .map(({ expert_id, input_data }) => [expert_id, input_data]),
      [
        [workbench, [{ role: "user", content: "6 * 7" }]],
        [
          workbench,
          [
            { role: "user", content: "6 * 7" },
            { role: "assistant", content: first },
            { role: "user", content: "1 + 1" },
          ],
        ],
      ],
    );
  });
});

const source = () => new vscode.CancellationTokenSource();

describe("an expert that answers as a language model", () => {
  let fixture: AgentFixture;
  let messages: Messages;
  let models: ExpertAsModel;
  let model: ExpertModel;

  beforeEach(async () => {
    messages = new Messages();
    fixture = await AgentFixture.start([workbench]);
    models = await fixture.agents.models();
    [model] = (await expertModels(fixture.connected)) as [ExpertModel];
  });
  afterEach(async () => {
    messages.restore();
    await fixture.end();
  });

  const asked = () => fixture.hub.journal().filter(({ path }) => path.endsWith("/invoke_llm"));
  const ask = async (
    said: vscode.LanguageModelChatMessage[],
    { options = {}, token = source().token, of = model } = {},
  ) => {
    const toolMode = vscode.LanguageModelChatToolMode.Auto;
    const request = { model: of, messages: said, options: { toolMode, ...options } };
    const { text } = await models.answer(request, token);
    return text;
  };

  const conversations = async () => {
    await fixture.chat.saved.settle();
    return (await fixture.chat.saved.list()).length;
  };

  it("saves one conversation for one of VS Code, and another for another", async () => {
    const first = await ask([User("6 * 7")]);
    await ask([User("6 * 7"), Assistant(first), User("1 + 1")]);
    assert.equal(await conversations(), 1);
    await ask([User("6 * 7"), Assistant("Something else."), User("1 + 1")]);
    await ask([User("6 * 7")]);
    assert.equal(await conversations(), 3);
  });

  it("begins a new conversation once the user has deleted the earlier one", async () => {
    const first = await ask([User("6 * 7")]);
    const [saved] = await fixture.chat.saved.list();
    await fixture.chat.saved.remove(saved!.id);
    await ask([User("6 * 7"), Assistant(first), User("1 + 1")]);
    const [next] = await fixture.chat.saved.list();
    assert.notEqual(next?.id, saved?.id);
  });

  it("passes on temperature and limit, and nothing else of the caller's options", async () => {
    const modelOptions = { temperature: 0.5, max_tokens: 99, top_p: 1 };
    await ask([User("1 + 1")], { options: { modelOptions } });
    const { temperature, msx_tokens, top_p } = JSON.parse(asked().at(-1)?.body ?? "{}");
    assert.deepEqual([temperature, msx_tokens, top_p], [0.5, 99, undefined]);
  });

  const png = new vscode.LanguageModelDataPart(new Uint8Array([1]), "image/png");
  const call = new vscode.LanguageModelToolCallPart("1", "read", {});
  const result = new vscode.LanguageModelToolResultPart("1", []);
  const text = new vscode.LanguageModelTextPart("1 + 1");
  const refused: Record<string, [vscode.LanguageModelChatMessage[], RegExp]> = {
    "an image": [[User([text, png])], /text only, not images/],
    "a tool call": [[Assistant([call]), User("go on")], /tool calls/],
    "the result of a tool": [[User([result])], /tool calls/],
    "an answer as question": [[User("1"), Assistant("2")], /has to be a question/],
    "nothing at all": [[], /has to be a question/],
  };
  for (const [name, [said, sentence]] of Object.entries(refused))
    it(`refuses ${name} with a sentence`, async () => {
      await assert.rejects(ask(said), sentence);
      assert.deepEqual(asked(), []);
    });

  it("refuses to be made to call tools, and the experts of another hub", async () => {
    const toolMode = vscode.LanguageModelChatToolMode.Required;
    await assert.rejects(ask([User("1")], { options: { toolMode } }), /cannot call the tools/);
    const of = { ...model, hubScope: "https://other.example" };
    await assert.rejects(ask([User("1")], { of }), /Another hub is in use/);
    assert.deepEqual(asked(), []);
  });

  it("ignores marks that VS Code adds for caches, and what an answer took", async () => {
    const marks = ["cache_control", "usage"].map(
      (type) => new vscode.LanguageModelDataPart(new Uint8Array([1]), type),
    );
    assert.match(await ask([User([new vscode.LanguageModelTextPart("6 * 7"), ...marks])]), /42/);
  });

  it("says what it took as VS Code's chat reads it, where that is known exactly", async () => {
    const request = {
      model,
      messages: [User("6 * 7")],
      options: { toolMode: vscode.LanguageModelChatToolMode.Auto },
    };
    assert.deepEqual(Object.keys(await models.answer(request, source().token)), ["text"]);
    const usage = { input: 9, output: 4, total: 20 };
    const received = { value: { output: "42" } };
    const counting = new ExpertAsModel({
      connection: fixture.connected.connection,
      settings: fixture.connected.settings,
      notify: { explain: () => assert.fail("nothing fails") },
      questions: {
        ask: async () => ({
          conversationId: "c",
          answer: received.value,
          turn: { result: { state: "done", received, usage } },
        }),
      } as never,
    });
    const answered = await counting.answer(request, source().token);
    assert.deepEqual(answered, { text: "42", usage });
    const { mimeType, data } = usagePart(usage)!;
    assert.equal(mimeType, "usage");
    assert.deepEqual(JSON.parse(new TextDecoder().decode(data)), {
      prompt_tokens: 9,
      completion_tokens: 4,
      total_tokens: 20,
    });
  });

  it("N2 is asked about a secret, and nothing is sent without confirmation", async () => {
    await assert.rejects(ask([User(`My key is ${fixture.hub.key}`)]), /Nothing was sent/);
    const earlier = [User(`My key is ${fixture.hub.key}`), Assistant("Thanks."), User("1 + 1")];
    await assert.rejects(ask(earlier), /Nothing was sent/);
    assert.equal(messages.told.filter(({ modal }) => modal).length, 2);
    assert.deepEqual(asked(), []);
  });

  it("N3 rejects with the sentence of a failure, and ends when it is cancelled", async () => {
    const failing = { ...model, expertId: 500 };
    await fixture.keep([500, slow]);
    await assert.rejects(ask([User("1 + 1")], { of: failing }), /The hub/);
    const cancelling = source();
    const pending = ask([User("1")], {
      of: { ...model, expertId: slow },
      token: cancelling.token,
    });
    await until("the hub is asked", () => asked().length === 2);
    cancelling.cancel();
    await assert.rejects(pending, vscode.CancellationError);
    await until("the request has ended", () => asked().at(-1)?.outcome === "left");
  });

  it("N7 lists nothing without a hub or a key, and asks for nothing", async () => {
    const { connection, keys } = fixture.connected;
    const get = keys.get.bind(keys);
    Object.assign(keys, { get: async () => undefined });
    assert.deepEqual(await expertModels(fixture.connected), []);
    Object.assign(keys, { get: () => Promise.reject(new Error("locked")) });
    assert.deepEqual(await expertModels(fixture.connected), []);
    Object.assign(keys, { get });
    const before = fixture.hub.journal().length;
    await fixture.hub.close();
    await expertModels(fixture.connected);
    const away = { ...fixture.connected, connection: { ...connection, hub: undefined } };
    assert.deepEqual(await expertModels(away), []);
    assert.equal(fixture.hub.journal().length, before);
    assert.deepEqual(messages.told, []);
  });
});
