import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ExpertParticipant } from "../../../src/features/agents/editor/participant/expertParticipant";
import { workbench, codeReader } from "../../support/builtInExperts";
import { AgentFixture } from "../support/agentFixture";
import { questionsTo, startHub } from "../support/hub";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";

const [{ uri: workspace }] = vscode.workspace.workspaceFolders as [vscode.WorkspaceFolder];
const folder = vscode.Uri.joinPath(workspace, "participant");
const at = (name: string) => vscode.Uri.joinPath(folder, name);
/** Experts of the fault catalogue. */
const slow = 2006;

type History = (vscode.ChatRequestTurn | vscode.ChatResponseTurn)[];
type Reference = Pick<vscode.ChatPromptReference, "id" | "value">;

/** What a response shows, in order. */
class Shown {
  readonly parts: [kind: string, what: unknown][] = [];
  readonly stream = new Proxy({} as vscode.ChatResponseStream, {
    get: (_, kind: string) => (what: unknown) => this.parts.push([kind, what]),
  });

  of<T>(kind: string): T[] {
    return this.parts.filter(([one]) => one === kind).map(([, what]) => what as T);
  }

  get text(): string {
    return this.of<vscode.MarkdownString>("markdown")
      .map(({ value }) => value)
      .join("");
  }
}

describe("@expert in VS Code's chat", () => {
  let fixture: AgentFixture;
  let messages: Messages;
  let participant: ExpertParticipant;
  let history: History;
  const sent = () => questionsTo(fixture.hub);

  before(async () => {
    for (const [name, text] of [
      ["prices.py", "net = 12\ntax = 3\n"],
      [".env", "MODE=quiet"],
    ] as const)
      await vscode.workspace.fs.writeFile(at(name), Buffer.from(text));
  });
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));
  beforeEach(async () => {
    messages = new Messages();
    fixture = await AgentFixture.start([workbench, codeReader]);
    participant = await fixture.agents.participant();
    history = [];
  });
  afterEach(async () => {
    messages.restore();
    await fixture.end();
  });

  async function say(
    prompt: string,
    {
      command,
      references = [],
      token = new vscode.CancellationTokenSource().token,
      model = { vendor: "copilot", id: "gpt" },
    }: {
      command?: string;
      references?: Reference[];
      token?: vscode.CancellationToken;
      model?: { vendor: string; id: string };
    } = {},
  ) {
    const shown = new Shown();
    const request = { prompt, command, references, model } as unknown as vscode.ChatRequest;
    const context = { history: [...history] };
    const result = await participant.respond({ request, context, stream: shown.stream }, token);
    const RequestTurn = vscode.ChatRequestTurn as unknown as new (...of: unknown[]) => History[0];
    const ResponseTurn = vscode.ChatResponseTurn as unknown as new (...of: unknown[]) => History[0];
    const id = "expertHub.expert";
    history.push(
      new RequestTurn(prompt, command, references, id, []),
      new ResponseTurn(
        shown
          .of<vscode.MarkdownString>("markdown")
          .map((value) => new vscode.ChatResponseMarkdownPart(value)),
        result,
        id,
        command,
      ),
    );
    return { shown, result, text: shown.text };
  }

  it("shows steps, the answer and then buttons, with nothing that is trusted", async () => {
    const { shown, result, text } = await say("2 * 21");
    assert.match(text, /42/);
    const [answer] = shown.of<vscode.MarkdownString>("markdown");
    assert.equal(Boolean(answer?.isTrusted), false);
    assert.equal(Boolean(answer?.supportHtml), false);
    assert.deepEqual(
      shown.parts.map(([kind]) => kind),
      ["progress", "progress", "markdown", "button", "button"],
    );
    assert.match(String(shown.of("progress")[1]), /computation engine/);
    const { conversationId, turnId } = result.metadata!["expertHub"];
    assert.deepEqual(
      shown
        .of<vscode.Command>("button")
        .map(({ command, title, arguments: args }) => [command, title, args]),
      [
        ["expertHub.openConversation", "Open in Expert Hub", [conversationId]],
        ["expertHub.insertOutput", "Insert", [{ conversationId, turnId }]],
      ],
    );
    assert.equal(sent()[0]?.["expert_id"], workbench);
    assert.deepEqual(messages.told, []);
  });

  it("keeps one chat in one saved conversation, marked with where it came from", async () => {
    await say("2 * 21");
    const { result } = await say("what is 1 + 1?");
    const { conversationId } = result.metadata!["expertHub"];
    const [first, second] = sent();
    assert.equal(first?.["session_id"], second?.["session_id"]);
    assert.equal((second!["conversation_history"] as unknown[]).length, 2);
    const { turns } = await fixture.chat.chats.saved(conversationId);
    assert.deepEqual(
      turns.map(({ question }) => [question.typed, question.caller]),
      [
        ["2 * 21", "participant"],
        ["what is 1 + 1?", "participant"],
      ],
    );
  });

  it("Q11 asks the expert of the hub in use, and takes nothing there of an answer from another one", async () => {
    const { result } = await say("2 * 21");
    const other = await startHub();
    const { connection, keys, roster } = fixture.connected;
    const { hub } = fixture;
    const get = async (scope: string) => (scope.startsWith(hub.baseUrl) ? hub.key : other.key);
    Object.assign(keys, { get });
    const added = await connection.hubs.add({ baseUrl: other.baseUrl, name: "Other" });
    await connection.use(added);
    await roster.add([codeReader, workbench]);
    await roster.use(codeReader);
    assert.deepEqual(await participant.followUps(result), []);
    await say("and 1 + 1?");
    const [question] = questionsTo(other);
    assert.equal(question?.["expert_id"], codeReader, "another expert has the number there");
    assert.equal(question["conversation_history"], undefined);
    assert.notEqual(question["session_id"], sent()[0]?.["session_id"]);
    assert.equal(sent().length, 1);
    // While a message is being read, the hub is switched back.
    const before = questionsTo(other).length;
    const asked = say("and 1 + 2?");
    await connection.use(connection.hubs.list[0]!);
    const { result: refused } = await asked;
    assert.match(refused.errorDetails?.message ?? "", /The hub changed in the meantime/);
    assert.deepEqual([questionsTo(other).length, sent().length], [before, 1]);
    await other.close();
  });

  it("maps the chat's history where the saved conversation is gone, or has what the chat lacks", async () => {
    const { result } = await say("2 * 21");
    await fixture.chat.saved.remove(result.metadata!["expertHub"].conversationId);
    await say("1 + 1");
    await say("1 + 2");
    assert.notEqual(sent()[1]?.["session_id"], sent()[0]?.["session_id"]);
    const contents = (at: number) =>
      (sent()[at]!["conversation_history"] as { role: string; content: string }[]).map(
        ({ role, content }) => `${role}: ${content.split("\n")[0]?.slice(0, 6)}`,
      );
    assert.equal(contents(1)[0], "user: 2 * 21");
    assert.equal(contents(1).length, 2);
    assert.equal(contents(2).length, 4);
    // The user takes back the last question, and asks another one.
    history.splice(-2);
    await say("1 + 3");
    assert.notEqual(sent()[3]?.["session_id"], sent()[2]?.["session_id"]);
    assert.equal(contents(3).length, 4);
  });

  it("asks the expert that a message names, and goes on with it even after a failure", async () => {
    const { shown } = await say("", { command: "expert" });
    assert.match(shown.text, /Code Reader/);
    const named = await say("code reader: what is this?", { command: "expert" });
    assert.match(String(named.shown.of("progress")[0]), /Code Reader/);
    await say("and that?");
    assert.deepEqual(
      sent().map(({ expert_id, input_data }) => [expert_id, input_data]),
      [
        [codeReader, "what is this?"],
        [codeReader, "and that?"],
      ],
    );
  });

  it("asks the current expert, whatever language model VS Code selects at first", async () => {
    const { expertModels } = await import("../../../src/features/agents/core/expertModels");
    const listed = await expertModels(fixture.connected);
    const { id } = listed.find(({ expertId }) => expertId === codeReader)!;
    await say("what is this?", { model: { vendor: "expertHub", id } });
    assert.equal(sent()[0]?.["expert_id"], fixture.connected.roster.current?.id);
    assert.notEqual(sent()[0]?.["expert_id"], codeReader);
  });

  it("uses the ability that a message names, and offers the others as follow-ups", async () => {
    const { result } = await say("explain: 2 * 21", { command: "ability" });
    const [body] = sent();
    const { abilities } = fixture.connected.roster.get(workbench)!.expert!;
    assert.equal(body?.["ability_id"], abilities.find(({ name }) => name === "Explain")?.id);
    assert.equal(body?.["input_data"], "2 * 21");
    const offered = await participant.followUps(result);
    assert.ok(offered.length > 0 && offered.length <= 3);
    assert.ok(
      offered.every(({ prompt, command }) => command === "ability" && prompt.endsWith(": 2 * 21")),
    );
    assert.ok(offered.every(({ prompt }) => !prompt.startsWith("Explain")));
    const { shown } = await say("nothing like it", { command: "ability" });
    assert.match(shown.text, /Explain/);
    assert.equal(sent().length, 1);
  });

  it("attaches selections and files as the chat does, and offers to apply the code of an answer", async () => {
    const uri = at("prices.py");
    const location = new vscode.Location(uri, new vscode.Range(0, 0, 0, 8));
    await say("explain", {
      references: [
        { id: "vscode.instructions.file.root", value: at(".env") },
        { id: "vscode.customizations.index", value: "secret instructions" },
        { id: "note", value: "a note" },
        { id: "vscode.file", value: uri },
        { id: "vscode.implicit.selection", value: location },
        // The cursor, where nothing is selected.
        { id: "cursor", value: new vscode.Location(uri, new vscode.Position(1, 0)) },
      ],
    });
    const input = String(sent()[0]?.["input_data"]);
    for (const part of ["explain", "net = 12", "tax = 3", "a note", "prices.py, line 1"])
      assert.ok(input.includes(part), `${part} in ${input}`);
    assert.equal(/secret instructions|MODE/.test(input), false);
    const references = [{ id: "vscode.implicit.selection", value: location }];
    const { shown } = await say("repeat: this", { references });
    const buttons = shown.of<vscode.Command>("button");
    assert.deepEqual(
      buttons.map(({ title }) => title),
      ["Open in Expert Hub", "Apply"],
    );
    assert.ok(shown.of<vscode.Uri>("reference").some((one) => one.toString() === uri.toString()));
  });

  it("offers to apply an answer that changes files", async () => {
    const diff = "--- a/prices.py\n+++ b/prices.py\n@@ -1 +1 @@\n-net = 12\n+net = 13\n";
    const { shown, result } = await say(`repeat: ${diff}`);
    const { conversationId, turnId } = result.metadata!["expertHub"];
    const buttons = shown.of<vscode.Command>("button");
    assert.deepEqual(
      buttons.map(({ title }) => title),
      ["Open in Expert Hub", "Apply"],
      shown.text,
    );
    assert.equal(buttons[1]?.command, "expertHub.applyOutput");
    assert.deepEqual(buttons[1]?.arguments, [{ conversationId, turnId }]);
  });

  it("N2 asks as the chat does, and sends nothing without confirmation", async () => {
    const declined = await say("explain", { references: [{ id: "f", value: at(".env") }] });
    assert.match(declined.result.errorDetails?.message ?? "", /excluded/);
    const secret = await say(`My key is ${fixture.hub.key}`);
    assert.match(secret.result.errorDetails?.message ?? "", /Nothing was sent/);
    assert.deepEqual(sent(), []);
    assert.equal(messages.told.filter(({ modal }) => modal).length, 2);
    const image = await say("explain", { references: [{ id: "image", value: { data: 1 } }] });
    assert.match(image.result.errorDetails?.message ?? "", /cannot be sent/);
    fixture.offering.offersExpertsInChat = false;
    const off = await say("1 + 1");
    assert.match(off.result.errorDetails?.message ?? "", /turned off/);
    assert.deepEqual(sent(), []);
  });

  it("N3 has the sentence and the remedy of a failure, and ends when it is cancelled", async () => {
    await fixture.keep([401, slow]);
    const { result, shown } = await say("401 why?", { command: "expert" });
    assert.match(result.errorDetails?.message ?? "", /key/);
    assert.deepEqual(
      shown.of<vscode.Command>("button").map(({ command }) => command),
      ["expertHub.setApiKey"],
    );
    const cancelling = new vscode.CancellationTokenSource();
    const pending = say(`${slow} why?`, { command: "expert", token: cancelling.token });
    await until("the hub is asked", () => sent().length === 2);
    cancelling.cancel();
    assert.equal((await pending).result.errorDetails, undefined);
    await until("the request has ended", () => fixture.hub.journal().at(-1)?.outcome === "left");
  });

  it("says when a question that the hub put off is asked again", async () => {
    const putOff = 2016;
    await fixture.keep([putOff]);
    const { shown, text } = await say(`${putOff} 2 * 21`, { command: "expert" });
    assert.match(text, /42/);
    assert.ok(shown.of("progress").includes("Asking again in 1 second"));
    assert.equal(sent().length, 2);
  });

  it("N6 shows hostile answers as words", async () => {
    const hostile = 2011;
    await fixture.keep([hostile]);
    const { text, shown } = await say(`${hostile} go`, { command: "expert" });
    assert.ok(text.length > 100, text);
    const prose = text.replaceAll(/^(`{3,}).*?^\1$/gms, "").replaceAll(/(`+).*?\1/g, "");
    assert.equal(/(?<!\\)(?:!\[|<(?!https:))/.exec(prose)?.input.slice(0, 3000), undefined);
    for (const line of shown.of<string>("progress"))
      assert.equal(/(?<!\\)[[\]<>`$]/.test(line), false);
  });
});
