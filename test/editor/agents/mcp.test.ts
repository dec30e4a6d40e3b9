import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as vscode from "vscode";
import type { Mcp } from "../../../src/features/agents/editor/mcp";
import { workbench, codeReader } from "../../support/builtInExperts";
import { AgentFixture } from "../support/agentFixture";
import { extension, questionsTo } from "../support/hub";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { callOfferedTool, connectToOfferedServer, hasOfferedTools } from "../support/offeredServer";

const clientToken = "TOKEN-CANARY-4411-0123456789";
const otherToken = "TOKEN-CANARY-4412-0123456789";
const always = "Send Without Asking Again for This Expert";

const client = (id: string, name: string, token: string) => ({ id, name, token, allowed: [] });

interface Answer {
  readonly status: number;
  readonly text: string | undefined;
}

function posted(
  definition: vscode.McpHttpServerDefinition,
  token: string,
  message: object,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(definition.uri.toString(), {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    signal,
  });
}

const asking = (input: object, id = 1) => ({
  id,
  method: "tools/call",
  params: { name: "expertHub_askExpert", arguments: input },
});

async function asked(
  definition: vscode.McpHttpServerDefinition,
  token: string,
  input: object,
): Promise<Answer> {
  const response = await posted(definition, token, asking(input));
  const message = /^data: (.*)$/m.exec(await response.text())?.[1] ?? "{}";
  const { result } = JSON.parse(message) as { result?: { content: { text: string }[] } };
  return { status: response.status, text: result?.content[0]?.text };
}

/** Of the extension itself. */
const turn = (isOn: true | undefined) =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update("mcpServer.enabled", isOn, vscode.ConfigurationTarget.Global);

describe("the MCP server", () => {
  let fixture: AgentFixture;
  let mcp: Mcp;
  let messages: Messages;
  const inputs = () => questionsTo(fixture.hub).map((body) => body["input_data"]);
  const question = { question: "2 * 21", expert: workbench };

  beforeEach(async () => {
    messages = new Messages();
    fixture = await AgentFixture.start([workbench, codeReader]);
    fixture.secrets.set(
      "expertHub.mcpClients",
      JSON.stringify([
        client("codex", "Codex", clientToken),
        client("cursor", "Cursor", otherToken),
      ]),
    );
    mcp = await fixture.agents.mcp();
  });
  afterEach(async () => {
    messages.restore();
    await fixture.end();
  });

  async function turnOn(): Promise<vscode.McpHttpServerDefinition> {
    fixture.offering.mcpServerEnabled = true;
    const [definition] = await mcp.definitions();
    return definition!;
  }

  const tokenOf = async (definition: vscode.McpHttpServerDefinition) =>
    (await mcp.resolved(definition))!.headers["Authorization"]!.replace("Bearer ", "");

  /** What is copied when the user picks these rows, one list after another. */
  const copied = async (...labels: string[]) => {
    const left = [...labels];
    const pick = async (rows: vscode.QuickPickItem[]) => {
      const label = left.shift();
      return rows.find((row) => row.label === label);
    };
    Object.assign(vscode.window, { showQuickPick: pick });
    await vscode.env.clipboard.writeText("");
    await mcp.commands.find(({ id }) => id === "expertHub.copyMcpConfiguration")!.run();
    return vscode.env.clipboard.readText();
  };

  it("N4 is offered to VS Code while it is on, and its token only to connect", async () => {
    assert.deepEqual(await mcp.definitions(), []);
    let changes = 0;
    mcp.onDidChange(() => changes++);
    const definition = await turnOn();
    assert.equal(changes, 1);
    assert.deepEqual(definition.headers, {});
    const token = await tokenOf(definition);
    assert.match((await asked(definition, token, question)).text ?? "", /42/);
    // VS Code has asked by itself.
    assert.deepEqual([inputs(), messages.told], [["2 * 21"], []]);
    fixture.offering.mcpServerEnabled = false;
    assert.deepEqual(await mcp.definitions(), []);
    await assert.rejects(asked(definition, token, question));
    const again = await turnOn();
    assert.equal(again.uri.toString(), definition.uri.toString());
    assert.notEqual(await tokenOf(again), token);
    assert.equal((await asked(again, token, question)).status, 403);
    assert.deepEqual(fixture.lines.slice(-2), [
      `MCP server started on port ${new URL(again.uri.toString()).port}`,
      "MCP request refused: 403, wrong token",
    ]);
    assert.ok(!fixture.lines.join().includes(token));
  });

  it("N4 is listed again by VS Code once an expert is another, and not for less", async () => {
    await turnOn();
    const { roster } = fixture.connected;
    let changes = 0;
    mcp.onDidChange(() => changes++);
    const versions = [];
    for (const change of [
      () => roster.markSeen(workbench),
      () => roster.remove([codeReader]),
      () => roster.add([codeReader]),
    ]) {
      await change();
      const [definition] = await mcp.definitions();
      versions.push([definition!.version, changes]);
    }
    assert.deepEqual(
      versions.map(([, count]) => count),
      [0, 1, 2],
    );
    const [first, without, again] = versions.map(([version]) => version);
    assert.notEqual(without, first);
    assert.equal(again, first, "by what the tools are");
  });

  it("N4 copies the token of a program that another window has allowed meanwhile", async () => {
    await turnOn();
    fixture.secrets.set(
      "expertHub.mcpClients",
      JSON.stringify([client("aider", "Aider", otherToken)]),
    );
    const { showQuickPick } = vscode.window;
    try {
      assert.equal(await copied("Token Only…", "Aider"), otherToken);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it("N4 copies a configuration alone, and its token where that is asked for", async () => {
    const { showQuickPick, showInputBox } = vscode.window;
    const { executeCommand } = vscode.commands;
    const commands: unknown[] = [];
    try {
      messages.answer("Turn On MCP Server");
      Object.assign(vscode.commands, { executeCommand: async (id: string) => commands.push(id) });
      assert.equal(await copied("Codex"), "");
      messages.answer(undefined);
      assert.equal(await copied("Codex"), "");
      assert.deepEqual(commands, ["expertHub.turnOnMcpServer"]);
      Object.assign(vscode.commands, { executeCommand });
      const { uri } = await turnOn();
      const url = uri.toString();
      for (const [name, said] of [
        [
          "VS Code",
          "The configuration was copied. VS Code asks for the token when it starts the server.",
        ],
        [
          "Cursor",
          "The configuration was copied. Cursor needs the token in the environment variable EXPERT_HUB_MCP_TOKEN_CURSOR.",
        ],
        [
          "Zed",
          "The configuration was copied. It contains the token of Zed, so keep it to your own settings.",
        ],
      ] as const) {
        assert.ok((await copied(name)).includes(url), name);
        assert.equal(messages.last?.message, said);
      }
      messages.answer("Copy Token");
      assert.equal(await copied("Cursor"), otherToken);
      assert.match(messages.last!.message, /^The token of Cursor was copied\./);
      messages.answer(undefined);
      assert.equal(await copied("Token Only…"), "");
      assert.equal(await copied(), "");
      assert.deepEqual(messages.told, []);
      const problems: unknown[] = [];
      const names = [undefined, " ", " My Program "];
      Object.assign(vscode.window, {
        showInputBox: async ({ validateInput }: vscode.InputBoxOptions) => {
          for (const typed of [" ", "x", "x".repeat(60), "x".repeat(61)])
            problems.push(await validateInput?.(typed));
          return names.shift();
        },
      });
      assert.equal(await copied("Other Program…"), "");
      assert.equal(await copied("Other Program…"), "");
      const other = await copied("Other Program…");
      assert.match(other, /EXPERT_HUB_MCP_TOKEN_OTHER_MY_PROGRAM/);
      assert.deepEqual(problems.slice(-4), [
        "Enter a name.",
        undefined,
        undefined,
        "At most 60 characters.",
      ]);
      assert.match(messages.last!.message, /My Program needs the token/);
    } finally {
      Object.assign(vscode.window, { showQuickPick, showInputBox });
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it("N1 asks the user before another program sends anything", async () => {
    const definition = await turnOn();
    const ask = (input: object = question) => asked(definition, clientToken, input);
    assert.equal((await ask()).text, "Nothing was sent.");
    const { message, detail, modal, buttons } = messages.last!;
    assert.equal(message, "Ask Workbench with Expert Hub?");
    assert.match(detail, /^Codex wants to ask through MCP\./);
    assert.match(detail, /The question is sent to 127.*\n2 \* 21\n.*for Codex alone/s);
    assert.deepEqual([modal, buttons], [true, ["Do Not Send", "Send Once", always]]);
    assert.deepEqual(inputs(), []);
    messages.answer("Send Once");
    await ask();
    messages.answer(always);
    await ask();
    assert.equal(messages.told.length, 1);
    messages.answer(undefined);
    await Promise.all([ask(), ask()]);
    assert.equal(messages.told.length, 0);
    assert.equal((await ask({ question: "Hi", expert: codeReader })).text, "Nothing was sent.");
    assert.equal(messages.told.length, 1);
    assert.equal(inputs().length, 4);
  });

  it("N1 allows only the program that was named, until that is taken back", async () => {
    const definition = await turnOn();
    messages.answer(always);
    await asked(definition, clientToken, question);
    messages.answer("Do Not Send");
    assert.equal((await asked(definition, otherToken, question)).text, "Nothing was sent.");
    assert.match(messages.last!.detail, /^Cursor wants to ask/);
    messages.answer(undefined);
    assert.match((await asked(definition, clientToken, question)).text ?? "", /42/);
    assert.equal(messages.told.length, 0);
    const [, consent] = await fixture.agents.permissions();
    assert.equal(consent?.label, "Workbench");
    await consent?.revoke();
    assert.equal((await asked(definition, clientToken, question)).text, "Nothing was sent.");
    assert.equal(inputs().length, 2);
  });

  it("Y9 asks about files though the program may ask without a question, and names it", async () => {
    const definition = await turnOn();
    messages.answer(always);
    await asked(definition, clientToken, question);
    assert.equal(inputs().length, 1);
    const { options } = fixture.chat;
    const tools = { workspace_connector: true };
    await options.choose(workbench, { ...options.of(workbench), tools });
    messages.answer("Do Not Send");
    assert.equal((await asked(definition, clientToken, question)).text, "Nothing was sent.");
    assert.deepEqual(
      messages.told.map(({ message }) => message),
      ["Let Codex read your files through Workbench?"],
    );
    const editor = await tokenOf(definition);
    assert.equal((await asked(definition, editor, question)).text, "Nothing was sent.");
    assert.match(messages.last!.message, /^Let an agent in VS Code read your files/);
    messages.answer("Send");
    assert.match((await asked(definition, clientToken, question)).text ?? "", /42/);
    messages.answer(undefined);
    assert.match((await asked(definition, clientToken, question)).text ?? "", /42/);
    assert.deepEqual(messages.told, []);
    assert.equal((await asked(definition, editor, question)).text, "Nothing was sent.");
    assert.equal(inputs().length, 3);
  });

  it("N9 asks for one program while dialogs of another have no answer", async () => {
    const definition = await turnOn();
    const late: ((pressed: string) => void)[] = [];
    messages.press = ({ detail }) =>
      detail.startsWith("Codex") ? new Promise((resolve) => late.push(resolve)) : "Send Once";
    const leaving = new AbortController();
    const waiting = await Promise.all(
      Array.from({ length: 8 }, () =>
        posted(
          definition,
          clientToken,
          asking({ ...question, question: "Never?" }),
          leaving.signal,
        ),
      ),
    );
    assert.match((await asked(definition, otherToken, question)).text ?? "", /42/);
    assert.equal(late.length, 1, "one question at a time of the same program");
    leaving.abort();
    await Promise.allSettled(waiting.map((response) => response.text()));
    await until("VS Code is asked for the program's next question", () => {
      void asked(definition, clientToken, question);
      return late.length > 1;
    });
    late[0]!("Send Once");
    const over = "This question was over before you answered, so nothing was sent.";
    await until("the user reads why", () => messages.told.some(({ message }) => message === over));
    assert.deepEqual(inputs(), ["2 * 21"]);
    messages.answer("Do Not Send");
    for (const press of late) press("Do Not Send");
  });

  it("N9 says after ten seconds that the keyring is silent, and serves VS Code itself", async () => {
    const { secrets } = fixture;
    const get = secrets.get.bind(secrets);
    Object.assign(secrets, { get: () => new Promise(() => {}) });
    const begun = Date.now();
    const definition = await turnOn();
    assert.ok(Date.now() - begun < 10_000);
    const silent = /The tokens of MCP clients could not be read: .* does not respond\./;
    await until("the user reads it", () => messages.told.some((told) => silent.test(told.message)));
    assert.match((await asked(definition, await tokenOf(definition), question)).text ?? "", /42/);
    assert.equal((await asked(definition, clientToken, question)).status, 403);
    await assert.rejects(fixture.agents.permissions(), silent);
    Object.assign(secrets, { get });
    await fixture.agents.permissions();
    assert.equal((await asked(definition, clientToken, question)).text, "Nothing was sent.");
  });

  it("N4 locks out one program, and then all", async () => {
    const definition = await turnOn();
    messages.answer("Send Once");
    const statuses = async () => {
      const answers = [];
      for (const token of [clientToken, otherToken])
        answers.push(await asked(definition, token, question));
      return answers.map(({ status }) => status);
    };
    assert.deepEqual(await statuses(), [200, 200]);
    const [codex] = await fixture.agents.permissions();
    assert.equal(codex?.label, "Codex");
    await codex?.revoke();
    assert.deepEqual(await statuses(), [403, 200]);
    await mcp.commands.find(({ id }) => id === "expertHub.newMcpToken")!.run();
    assert.deepEqual(await statuses(), [403, 403]);
  });

  it("Y8 goes on with a question whose client leaves, and stops one that the client cancels", async () => {
    const [slow, silent] = [2006, 2005];
    await fixture.keep([slow, silent]);
    const definition = await turnOn();
    const token = await tokenOf(definition);
    const leaving = new AbortController();
    const late = asking({ question: "Late?", expert: slow });
    const left = await posted(definition, token, late, leaving.signal);
    await until("the hub has it", () => inputs().length === 1);
    const never = asking({ question: "Never?", expert: silent }, 2);
    const cancelled = await posted(definition, token, never);
    await until("the hub has both", () => inputs().length === 2);
    leaving.abort();
    await assert.rejects(left.text());
    const params = { requestId: 2 };
    await posted(definition, token, { method: "notifications/cancelled", params });
    assert.equal(await cancelled.text(), "");
    const outcomes = () =>
      fixture.hub
        .journal()
        .filter(({ path }) => path.endsWith("/invoke_agent"))
        .map(({ outcome }) => outcome);
    await until("both have ended", () => !outcomes().includes(undefined));
    assert.deepEqual(outcomes(), ["answered", "left"]);
  });

  it("Y8 answers on the port of another window once that has closed", async () => {
    const other = await AgentFixture.start([workbench]);
    const first = await other.agents.mcp();
    other.offering.mcpServerEnabled = true;
    const [elsewhere] = await first.definitions();
    const port = new URL(elsewhere!.uri.toString()).port;
    await fixture.connected.store.set("expertHub.mcpPort", Number(port));
    const own = await turnOn();
    const token = await tokenOf(own);
    assert.notEqual(new URL(own.uri.toString()).port, port);
    await other.end();
    await until("this window serves", async () => {
      const answer = await asked(elsewhere!, token, question).catch(() => undefined);
      return /42/.test(answer?.text ?? "");
    });
    assert.match((await asked(own, token, question)).text ?? "", /42/);
  });

  it("N10 copies no configuration and no token for a program that has the stored port", async () => {
    const script = `const http = require("node:http");
      http.createServer((request, response) => {
        console.log(request.url, JSON.stringify(request.headers));
        response.end("{}");
      }).listen(0, "127.0.0.1", function () { console.log("port", this.address().port); });`;
    const program = spawn("node", ["-e", script]);
    let printed = "";
    program.stdout.on("data", (chunk) => (printed += String(chunk)));
    await until("it listens", () => /^port \d+/m.test(printed));
    const port = /^port (\d+)/m.exec(printed)![1]!;
    const { store } = fixture.connected;
    await store.set("expertHub.mcpPort", Number(port));
    // Earlier versions went by the process, whose id may be that of another one by now.
    await store.set("expertHub.mcpProcess", program.pid);
    const { showQuickPick } = vscode.window;
    try {
      const own = new URL((await turnOn()).uri.toString()).port;
      assert.notEqual(own, port);
      assert.equal(await copied("Token Only…", "Codex"), "");
      assert.match(messages.last?.message ?? "", new RegExp(`^Another program has port ${port},`));
      for (const name of ["Cursor", "Zed"]) {
        const configuration = await copied(name);
        assert.match(configuration, new RegExp(`127\\.0\\.0\\.1:${own}/mcp`), name);
        assert.doesNotMatch(configuration, new RegExp(`:${port}\\b`), name);
      }
      // These have a port of ours now.
      assert.equal(await copied("Token Only…", "Codex"), clientToken);
      assert.match(printed, /^\/mcp\/identity\?nonce=/m);
      assert.doesNotMatch(printed, /CANARY|authorization/i);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
      program.kill("SIGKILL");
    }
  });

  it("N4 is found by VS Code's own client once it is turned on", async () => {
    assert.equal(await hasOfferedTools(), false);
    await turn(true);
    try {
      await connectToOfferedServer();
      assert.match(await callOfferedTool("expertHub_listExperts", {}), /expert/);
    } finally {
      await turn(undefined);
    }
    await until("the tools are gone", async () => !(await hasOfferedTools()));
  });

  it("N4 is off by default, and no workspace turns it on", () => {
    const { configuration } = extension().packageJSON.contributes;
    const setting = configuration.properties["expertHub.mcpServer.enabled"];
    assert.deepEqual([setting.default, setting.scope], [false, "application"]);
  });
});
