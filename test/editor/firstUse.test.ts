import assert from "node:assert/strict";
import * as vscode from "vscode";
import { workbench, codeReader } from "../support/builtInExperts";
import { questionsTo, startHub, type TestHub } from "./support/hub";
import { answering, hideChat, nextMessage } from "./support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const baseUrl = (value: string) =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update("baseUrl", value, vscode.ConfigurationTarget.Global);

interface Answer {
  conversationId: string;
  output: string;
  steps: { tool?: string }[][];
}

describe("with a hub of one's own", () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());

  it("rejects a question in one sentence while no hub is connected", async () => {
    await assert.rejects(
      async () => run("expertHub.ask", { input: "1 + 1" }),
      /No hub is connected yet/,
    );
  });

  it("K1 K2 stores a key once get_user accepted it, and not before", async () => {
    const clipboard = await vscode.env.clipboard.readText();
    const { boxes } = await answering([hub.baseUrl, "wrong-key", ` ${hub.key}\n`], () =>
      run("expertHub.connect"),
    );
    assert.equal(boxes.length, 1);
    assert.equal(boxes[0]?.password, true);
    const seen = hub.journal();
    assert.deepEqual(
      seen.map(({ method, path }) => `${method} ${path}`),
      ["GET /api/v1/get_user", "GET /api/v1/get_user"],
    );
    assert.equal(
      vscode.workspace.getConfiguration("expertHub").inspect("baseUrl")?.globalValue,
      hub.baseUrl,
    );
    assert.equal(
      JSON.stringify(vscode.workspace.getConfiguration("expertHub")).includes(hub.key),
      false,
    );
    assert.equal(await vscode.env.clipboard.readText(), clipboard);
  });

  const connect = () => answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));

  it("keeps an expert that the hub has, and tells of one that it has not", async () => {
    await connect();
    await run("expertHub.addExpert", codeReader);
    const told = nextMessage("showInformationMessage");
    await run("expertHub.addExpert", 987_654);
    assert.equal(await told, "The hub has no expert 987654.");
  });

  it("answers other extensions with output and steps", async () => {
    await connect();
    const answer = await run<Answer>("expertHub.ask", {
      expertId: workbench,
      input: "2 * 8",
      tools: { computation_engine: true },
    });
    assert.match(answer.conversationId, /^[0-9a-f-]{36}$/);
    assert.match(answer.output, /16/);
    assert.deepEqual(
      answer.steps.flat().map(({ tool }) => tool),
      ["computation_engine"],
    );
  });

  it("sends what the service names and nothing else", async () => {
    await connect();
    await run("expertHub.newConversation");
    await run("expertHub.ask", {
      expertId: workbench,
      input: "2 * 8",
      tools: { computation_engine: true },
    });
    const asked = questionsTo(hub).at(-1) ?? {};
    assert.equal(asked["input_data"], "2 * 8");
    assert.deepEqual(Object.keys(asked).toSorted(), [
      "expert_id",
      "input_data",
      "session_id",
      "tool_activation",
      "user_id",
    ]);
  });

  it("rejects with the sentence that the user reads", async () => {
    await connect();
    await assert.rejects(
      async () => run("expertHub.ask", { expertId: 500, input: "x" }),
      /^Error: The hub failed/,
    );
    await assert.rejects(
      async () => run("expertHub.ask", { expertId: "x" }),
      /expertHub\.ask: expertId /,
    );
  });

  it("K5 forgets the key when signing out", async () => {
    await connect();
    await hideChat();
    const told = nextMessage("showInformationMessage");
    await run("expertHub.signOut");
    assert.match(await told, /Signed out/);
    await assert.rejects(async () => run("expertHub.ask", { input: "1 + 1" }), /no API key/);
  });

  it("O3 asks for a new key where the address becomes another's", async () => {
    const other = await startHub();
    try {
      await connect();
      const { boxes } = await answering([other.baseUrl], () => run("expertHub.connect"));
      assert.equal(boxes.length, 1);
      const question = { expertId: workbench, input: "1 + 1" };
      await run("expertHub.ask", question);
      assert.equal(questionsTo(hub).at(-1)?.["input_data"], "1 + 1", "who leaves changes nothing");
      await baseUrl(other.baseUrl);
      await assert.rejects(async () => run("expertHub.ask", question), /no API key/);
      assert.deepEqual(other.journal(), []);
    } finally {
      await other.close();
      await baseUrl(hub.baseUrl);
    }
  });
});
