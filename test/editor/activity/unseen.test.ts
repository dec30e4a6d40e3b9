import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import {
  entryIn,
  isInsertion,
  type RequestEntry,
} from "../../../src/features/activity/core/activityEntry";
import { modelIdOf, type ModelChoice } from "../../../src/features/models/core/chosenModels";
import type { Cause } from "../../../src/contract/purpose";
import { workbench, codeReader } from "../../support/builtInExperts";
import { git, makeRepository } from "../../support/gitRepository";
import { callsOf, completion, startModelServer } from "../../support/modelServer";
import { canaries } from "../support/canaries";
import { ChatTab, outputOf, sentenceOf } from "../support/chatTab";
import { startHub, type TestHub } from "../support/hub";
import { hideChat, until } from "../support/inputs";
import { Messages } from "../support/messages";
import { callOfferedTool, connectToOfferedServer } from "../support/offeredServer";
import { RecordingProxy } from "../support/recordingProxy";
import { sendsSelections } from "../support/sendsSelections";
import { SocketWatch } from "../support/socketWatch";
import { quickPick, withWindow } from "../support/standIns";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const set = (name: string, value: unknown) =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update(name, value, vscode.ConfigurationTarget.Global);

const canary = `SEL-CANARY-${crypto.randomUUID()}`;

/** The whole log of this window. */
async function requests(): Promise<RequestEntry[]> {
  const file = path.join(canaries.context.globalStorageUri.fsPath, "activity.jsonl");
  const text = await readFile(file, "utf8").catch(() => "");
  return text
    .split("\n")
    .flatMap((line) => entryIn(line) ?? [])
    .filter((entry): entry is RequestEntry => !isInsertion(entry));
}

const kinds: readonly (readonly [RegExp, RequestEntry["kind"]])[] = [
  [/get_user$/, "account"],
  [/get_expert/, "expert"],
  [/invoke_(?:agent|llm)$/, "question"],
  [/chat\/completions$/, "model"],
  [/\/models$/, "models"],
  [/^\/search\?/, "search"],
];

const kindOf = (asked: string): string =>
  kinds.find(([pattern]) => pattern.test(asked))?.[1] ?? "document";

/** A model of VS Code, whose extension counts what it is asked. */
interface Provider {
  readonly script: unknown[][];
  readonly requests: unknown[];
}

const vendor = "scripted";

const lines = (list: readonly (readonly [string, string])[]): string[] =>
  list.map((line) => line.join(" ")).toSorted();

describe("nothing that leaves", () => {
  let hub: TestHub;
  let door: RecordingProxy;
  let messages: Messages;
  let watch: SocketWatch;
  let provider: Provider;
  let startedAt: number;
  sendsSelections();

  before(async () => {
    hub = await startHub();
    door = await RecordingProxy.before(hub);
    messages = new Messages(({ buttons }) =>
      buttons.find((button) => /^(?:Send|Send Once|Send Anyway|Use|Allow)$/.test(button)),
    );
    const extension = vscode.extensions.getExtension<Provider>("expert-hub-tests.model-provider");
    provider = await extension!.activate();
    provider.requests.length = 0;
    startedAt = Date.now();
    watch = new SocketWatch();
  });
  after(async () => {
    watch.dispose();
    messages.restore();
    await set("searchAddress", undefined);
    await run("workbench.action.closeAllEditors");
    await door.close();
    await hub.close();
  });

  const isOut = (text: string) => JSON.stringify(door.questions).includes(text);
  const sent = (text: string) => until(`${text} is sent`, () => isOut(text));
  const logged = async () => (await requests()).filter(({ time }) => Date.parse(time) >= startedAt);

  const onSockets = () =>
    lines([
      ...watch.requests.map(({ to, path: asked }) => [to, kindOf(asked)] as const),
      ...provider.requests.map(() => [vendor, "model"] as const),
    ]);

  /** Compares what is logged so far with the sockets, and names who asked. */
  async function compared(): Promise<Set<Cause["by"]>> {
    let entries = await logged();
    const ofEntries = () => lines(entries.map(({ to, kind }) => [to, kind]));
    // A view may read anew at any time.
    const isSame = async () => {
      entries = await logged();
      return isDeepStrictEqual(ofEntries(), onSockets());
    };
    // What is missing is named below.
    await until("each request has its line", isSame, 20_000).catch(() => undefined);
    assert.deepEqual(ofEntries(), onSockets());
    // Whatever else could reach the hub.
    const toHub = entries.filter(({ to }) => to === door.baseUrl);
    assert.equal(toHub.length, door.passed.length);
    return new Set(entries.map(({ by }) => by));
  }

  it("is unseen: every entrance has its lines in the log, and there are no others", async () => {
    // Setting up, and the views.
    await door.connect([workbench, codeReader, 300]);
    await run("expertHub.refreshExperts");
    await run("expertHub.showAccount");
    await run("expertHub.checkConnection");
    assert.deepEqual([...(await compared())].toSorted(), ["checkConnection", "setup", "view"]);

    // A command, a selection in the chat, a failure with its retries, a stop.
    await run("expertHub.ask", { input: "1 + 1", expertId: workbench });
    const document = await vscode.workspace.openTextDocument({ content: `${canary} 2 + 2` });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 0, 0, 200);
    await run("expertHub.askSelection");
    await sent(canary);
    for (const expertId of [500, 2016])
      await Promise.resolve(run("expertHub.ask", { input: "x", expertId })).catch(() => undefined);

    // A question that waits for another, one that is asked again, and a summary.
    await run("expertHub.newConversation");
    const tab = await ChatTab.open();
    door.holdBack(/6 \+ 6/);
    await tab.send("6 + 6");
    await tab.call("enqueue", { text: "7 + 7" });
    assert.equal((await tab.view()).pageState.queue?.questions.length, 1);
    door.letThrough();
    await sent("7 + 7");
    assert.match(outputOf(await tab.settled()), /14/);
    door.answers = ({ body }, response) =>
      body.includes("8 + 8") && Boolean(response.writeHead(500).end());
    await tab.send("8 + 8");
    const failed = await tab.settled();
    assert.match(sentenceOf(failed), /500/);
    door.answers = () => false;
    await tab.call("resolveProblem", { turnId: failed.id, action: "retry" });
    assert.match(outputOf(await tab.settled()), /16/);
    const { conversationId } = (await tab.view()).pageState;
    // Without an answer, the chat stays where it is.
    door.answers = ({ body }, response) =>
      body.includes("Summarize this") && Boolean(response.writeHead(501).end());
    await run("expertHub.startWithSummary", { conversationId });
    await sent("Summarize this conversation");
    door.answers = () => false;
    tab.close();

    // An agent's tool, a language model of VS Code, the MCP server.
    const { token } = new vscode.CancellationTokenSource();
    const question = { question: "3 + 3", expert: workbench };
    const chat = vscode.workspace.getConfiguration("chat");
    await hideChat();
    await vscode.lm.invokeTool(
      "expertHub_askExpert",
      { input: question, toolInvocationToken: undefined },
      token,
    );
    await set("chat.enabled", true);
    try {
      let models: vscode.LanguageModelChat[] = [];
      await until("the experts are listed", async () => {
        models = await vscode.lm.selectChatModels({ vendor: "expertHub" });
        return models.length > 0;
      });
      const said = [vscode.LanguageModelChatMessage.User("4 + 4")];
      const response = await models[0]!.sendRequest(said, {}, token);
      for await (const _ of response.text);
      await chat.update("disableAIFeatures", false, vscode.ConfigurationTarget.Global);
      // With the whole query, VS Code waits for an agent that is not here.
      const query = { query: "@expert 9 + 9", isPartialQuery: true };
      await until("VS Code's chat has sent it", async () => {
        // A chat that was only just enabled may have no view yet, or not know the participant.
        await run("workbench.action.chat.open", { ...query, mode: "ask" });
        await run("workbench.action.chat.submit");
        await until("it is sent", () => isOut("9 + 9"), 2_000).catch(() => undefined);
        return isOut("9 + 9");
      });
      await set("mcpServer.enabled", true);
      await connectToOfferedServer();
      await callOfferedTool("expertHub_askExpert", question);
    } finally {
      await chat.update("disableAIFeatures", true, vscode.ConfigurationTarget.Global);
      await set("mcpServer.enabled", undefined);
      await set("chat.enabled", undefined);
    }

    // A commit message, and a comparison.
    const folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-unseen-"));
    makeRepository(folder);
    await writeFile(path.join(folder, "sum.txt"), "5 + 5");
    git(folder, "add", "sum.txt");
    const repository = { rootUri: vscode.Uri.file(folder), inputBox: { value: "" } };
    const api = { repositories: [repository], getRepository: () => repository };
    const { getExtension } = vscode.extensions;
    const extension = { activate: async () => ({ enabled: true, getAPI: () => api }) };
    const standIn = (id: string) => (id === "vscode.git" ? extension : getExtension(id));
    Object.assign(vscode.extensions, { getExtension: standIn });
    try {
      // It goes on to offer the answer, which nobody takes here.
      void run("expertHub.draftCommitMessage", repository);
      await sent("+5 + 5");
    } finally {
      Object.assign(vscode.extensions, { getExtension });
      await rm(folder, { recursive: true });
    }
    await hideChat();
    const list = quickPick();
    const box = Object.assign(list.box, {
      buttons: [],
      onDidChangeSelection: new vscode.EventEmitter<unknown>().event,
      onDidTriggerButton: new vscode.EventEmitter<unknown>().event,
    });
    await withWindow({ createQuickPick: () => box }, async () => {
      const comparing = run("expertHub.compare");
      await until("the list is there", () => box.items.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 0));
      box.selectedItems = box.items.filter(({ label }) => /Code Reader/.test(label)).slice(0, 1);
      list.acceptSelected();
      await until("the other is asked", () =>
        door.questions.some((body) => body["expert_id"] === codeReader),
      );
      await comparing;
    });
    const byHub = await compared();
    for (const by of [
      "command",
      "chat",
      "tool",
      "languageModel",
      "participant",
      "mcp",
      "commitMessage",
      "compare",
    ] as const)
      assert.ok(byHub.has(by), by);

    // The built-in hub, with what its experts request for an answer.
    const search = createServer((_, response) => response.end('{"results":[]}'));
    await new Promise<void>((resolve) => search.listen(0, "127.0.0.1", resolve));
    const model = await startModelServer(({ body: { messages: said = [] } }) =>
      said.some(({ role }) => role === "tool")
        ? completion({ content: "Found nothing." })
        : callsOf(["web_search", { query: "expert hub" }]),
    );
    const choice: ModelChoice = { kind: "address", address: model.base, identifier: "scripted" };
    const chosen = path.join(
      canaries.context.globalStorageUri.fsPath,
      "shared",
      "languageModels.json",
    );
    const ofEditor: ModelChoice = {
      kind: "editor",
      vendor,
      id: "scripted-1",
      name: "Scripted One",
      provider: "Scripted",
    };
    const searching = { call: "web_search", id: "a", input: { query: "expert hub" } };
    try {
      await set("searchAddress", `http://127.0.0.1:${(search.address() as AddressInfo).port}`);
      await writeFile(chosen, JSON.stringify([choice, ofEditor]));
      await run("expertHub.startLocalHub");
      await hideChat();
      const tools = { web_search: true };
      provider.script.push([searching], ["Found nothing."]);
      for (const model of [choice, ofEditor]) {
        const question = {
          input: "Search.",
          expertId: workbench,
          modelId: modelIdOf(model),
          tools,
        };
        await run("expertHub.ask", question);
      }
      assert.equal(provider.requests.length, 2);
      await compared();
      const kindsSeen = new Set((await logged()).map(({ kind }) => kind));
      for (const kind of ["model", "search"] as const) assert.ok(kindsSeen.has(kind), kind);
    } finally {
      await rm(chosen, { force: true });
      // The experts no longer have the models, which later questions would name.
      await run("expertHub.refreshExperts");
      await run("expertHub.stopLocalHub");
      search.close();
      await model.close();
    }
    const file = path.join(canaries.context.globalStorageUri.fsPath, "activity.jsonl");
    assert.doesNotMatch(await readFile(file, "utf8"), /CANARY/);
  });
});
