import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { PolicyRules } from "../../src/policy/parsePolicy";
import { Policy } from "../../src/policy/policy";
import { policyFor } from "../../src/platform/editor/computerPolicy";
import { EditorSettings } from "../../src/platform/editor/settings";
import { mayAttach } from "../../src/features/attachments/editor/excluded";
import type { PreparedQuestion } from "../../src/features/asking/core/preparedQuestion";
import { ContentCheck } from "../../src/features/asking/editor/contentCheck";
import type { Connection } from "../../src/features/connection/core/connection";
import type { Keys } from "../../src/platform/core/ports";
import { modelVendor } from "../../src/platform/editor/manifest";
import { workbench } from "../support/builtInExperts";
import { until } from "../support/until";
import { canaries } from "./support/canaries";
import { questionsTo, startHub, type TestHub } from "./support/hub";
import { answering, hideChat, nextMessage } from "./support/inputs";
import { Messages } from "./support/messages";
import { quickPick, withWindow } from "./support/standIns";

const file = process.env["EXPERT_HUB_TEST_POLICY"] ?? assert.fail("no file for a policy");
const byOrganisation = /\bSet by your organisation: /;

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const ask = (input: string, more: object = {}) =>
  run<{ output: string }>("expertHub.ask", { expertId: workbench, input, ...more });

const narrow = (rules: PolicyRules) => writeFileSync(file, JSON.stringify(rules));

const set = (name: string, value: unknown) =>
  vscode.workspace
    .getConfiguration("expertHub")
    .update(name, value, vscode.ConfigurationTarget.Global);

/** Sets these settings, and takes them back afterwards. */
async function withSettings(
  values: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    for (const [name, value] of Object.entries(values)) await set(name, value);
    await work();
  } finally {
    for (const name of Object.keys(values)) await set(name, undefined);
  }
}

/** The rows of the list that a command shows. */
async function rowsOf(command: string): Promise<readonly vscode.QuickPickItem[]> {
  const shown: vscode.QuickPickItem[] = [];
  const { box } = quickPick();
  const showQuickPick = async (rows: Thenable<vscode.QuickPickItem[]>) =>
    void shown.push(...(await rows));
  await withWindow({ showQuickPick, createQuickPick: () => box }, async () => {
    const running = Promise.resolve(run(command));
    await until("the rows are there", () => shown.length > 0 || box.items.length > 0);
    box.hide();
    await running;
  });
  return [...shown, ...box.items];
}

/** What the user reads of a command that fails. */
async function told(command: string, ...args: unknown[]): Promise<string> {
  await hideChat();
  const message = nextMessage("showErrorMessage");
  await run(command, ...args);
  return message;
}

const valuesOf = (settings: EditorSettings) => [
  settings.exclude,
  settings.searchAddress,
  settings.offersExpertsInChat,
  settings.mcpServerEnabled,
  settings.activityDays,
];

describe("a policy", () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
    await answering([hub.baseUrl, hub.key], () => run("expertHub.connect"));
    await run("expertHub.addExpert", workbench);
  });
  after(() => hub.close());
  afterEach(() => rmSync(file, { force: true }));

  it("Y2 asks no hub that is not allowed, and lets none be chosen", async () => {
    narrow({ allowedHubs: ["https://hub.example"] });
    const before = hub.journal().length;
    await assert.rejects(async () => ask("1 + 1"), byOrganisation);
    await assert.rejects(
      async () => ask("1 + 1", { documentUrls: ["https://a.example"] }),
      byOrganisation,
    );
    const row = (await rowsOf("expertHub.switchHub")).find(({ description }) =>
      description?.includes(hub.baseUrl),
    );
    assert.equal(row?.detail, "Set by your organisation");
    const { showInputBox } = vscode.window;
    let refusal: unknown;
    const validate = async (options: vscode.InputBoxOptions) => {
      refusal = await options.validateInput?.("https://other.example/path");
      assert.equal(await options.validateInput?.("https://hub.example"), undefined);
    };
    Object.assign(vscode.window, { showInputBox: validate });
    try {
      await run("expertHub.addHub");
    } finally {
      Object.assign(vscode.window, { showInputBox });
    }
    assert.match(String(refusal), byOrganisation);
    assert.match(await told("expertHub.setApiKey"), byOrganisation);
    assert.equal(hub.journal().length, before);
    narrow({ allowedHubs: [hub.baseUrl] });
    assert.match((await ask("1 + 1")).output, /2/);
  });

  it("Y2 starts no built-in hub that it turns off", async () => {
    narrow({ builtInHub: false });
    assert.match(await told("expertHub.startLocalHub"), byOrganisation);
    const rows = await rowsOf("expertHub.switchHub");
    const row = rows.find(({ label }) => label === "Built-in hub");
    assert.equal(row?.detail, "Set by your organisation");
    assert.match((await ask("1 + 1")).output, /2/);
  });

  it("Y2 lets no model be used that is not allowed", async () => {
    narrow({ allowedModels: [] });
    const { boxes } = await answering(["http://127.0.0.1:9/v1"], () =>
      run("expertHub.useModelAddress"),
    );
    assert.match(await told("expertHub.findModelServer"), byOrganisation);
    const said = boxes[0]?.validationMessage;
    assert.match(typeof said === "object" ? said.message : (said ?? ""), byOrganisation);
  });

  it("Y2 starts no MCP server that it turns off, whatever the settings say", async () => {
    narrow({ mcpServer: false });
    await withSettings({ "mcpServer.enabled": true }, async () => {
      assert.match(await told("expertHub.copyMcpConfiguration"), byOrganisation);
      assert.match(await told("expertHub.turnOnMcpServer"), byOrganisation);
      const row = (await rowsOf("expertHub.offerExperts")).find(({ label }) =>
        label.includes("Turn On MCP Server"),
      );
      assert.equal(row?.detail, "Set by your organisation");
    });
  });

  it("Y2 offers experts in no chat that it turns off, whatever the settings say", async () => {
    narrow({ editorChat: false });
    await withSettings({ "chat.enabled": true }, async () => {
      assert.match(await told("expertHub.turnOnChat"), byOrganisation);
      assert.deepEqual(await vscode.lm.selectChatModels({ vendor: modelVendor }), []);
      const listing = vscode.lm.invokeTool("expertHub_listExperts", {
        input: {},
        toolInvocationToken: undefined,
      });
      await assert.rejects(async () => listing, /Set by your organisation: /);
    });
  });

  it("Y2 switches off tools that a question asks for", async () => {
    narrow({ webSearch: false, workspaceTools: false });
    const tools = { web_search: true, workspace_connector: true, computation_engine: true };
    await ask("2 * 3", { tools });
    assert.deepEqual(questionsTo(hub).at(-1)?.["tool_activation"], {
      web_search: false,
      workspace_connector: false,
      computation_engine: true,
    });
    await ask("2 * 3");
    assert.deepEqual(questionsTo(hub).at(-1)?.["tool_activation"], {
      web_search: false,
      workspace_connector: false,
    });
  });

  it("Y9 reads no file that it closes, whoever asks the built-in hub, and asks before others read one", async () => {
    const messages = new Messages();
    const found = "export";
    const where = { expertId: workbench, input: "Where is totalOf in cart?" };
    await run("expertHub.startLocalHub");
    await hideChat();
    try {
      await withSettings({ "chat.enabled": true }, async () => {
        const asModel = async () => {
          const [model] = await vscode.lm.selectChatModels({ vendor: modelVendor });
          const said = [vscode.LanguageModelChatMessage.User(where.input)];
          const { text } = await model!.sendRequest(said, {});
          let whole = "";
          for await (const part of text) whole += part;
          return whole;
        };
        narrow({ workspaceTools: false });
        await assert.rejects(
          async () => run("expertHub.ask", where),
          /Set by your organisation: tools that read the workspace are turned off/,
        );
        await assert.rejects(asModel, /needs a language model/);
        assert.deepEqual(messages.told, []);
        rmSync(file);
        await assert.rejects(async () => run("expertHub.ask", where), /Nothing was sent/);
        assert.match(messages.last!.message, /^Let another extension or a key read your files/);
        messages.answer("Send");
        const { output } = await run<{ output: string }>("expertHub.ask", where);
        assert.ok(output.includes(found), output);
        messages.answer(undefined);
        await assert.rejects(asModel, /needs a language model/);
        assert.deepEqual(messages.told, []);
      });
    } finally {
      messages.restore();
      await run("expertHub.stopLocalHub");
    }
  });

  it("Y2 sends no question that is larger than allowed", async () => {
    narrow({ maxRequestBytes: 1000 });
    const before = questionsTo(hub).length;
    await assert.rejects(
      async () => ask("x".repeat(1000)),
      /Set by your organisation: a request may have /,
    );
    assert.equal(questionsTo(hub).length, before);
  });

  it("Y2 attaches no file that it excludes, and sends none that is attached", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? assert.fail();
    const uri = vscode.Uri.joinPath(folder!.uri, "src", "cart.ts");
    const refused = { message: "Set by your organisation: the text of cart.ts is not sent." };
    const policy = { current: new Policy({ exclude: ["**/cart.ts"] }) };
    await withSettings({ exclude: [] }, async () => {
      const settings = new EditorSettings(policy);
      await assert.rejects(mayAttach(uri, settings), refused);
      assert.equal(await mayAttach(vscode.Uri.joinPath(uri, "..", "total.ts"), settings), true);
      settings.dispose();
    });
    const check = new ContentCheck({
      keys: {} as Keys,
      connection: { policy, hubs: { list: [] } } as unknown as Connection,
      extras: { headerValues: async () => [] },
      reveal: () => assert.fail(),
    });
    const attachment = { id: "a", text: "1", languageId: "", label: "cart.ts", detail: "" };
    const place = { start: 0, end: 1, single: true };
    const hub = { scope: "built-in", label: "built-in hub", builtIn: true };
    const endpoint = "invoke_agent";
    const question = (attached: object): PreparedQuestion => ({
      question: { typed: "Why?", attachments: [{ ...attachment, ...attached }], expertId: 1 },
      destination: { at: { hub, baseUrl: "", account: 0 }, endpoint, expertId: 1 },
      sent: { endpoint, body: {} },
      asked: { expertId: 1, expertName: "One", hubScope: hub.scope, builtIn: true },
      pictures: [],
      leftOut: 0,
    });
    for (const attached of [
      { path: "cart.ts", origin: { uri: uri.toString(), ...place } },
      { path: "src/cart.ts" },
    ])
      await assert.rejects(check.confirmations([question(attached)]), /cart\.ts is not sent/);
    assert.deepEqual(await check.confirmations([question({ path: "total.ts" })]), []);
  });

  it("Y2 is not widened by any setting", async () => {
    const values = {
      exclude: [],
      searchAddress: "https://search.example",
      "chat.enabled": true,
      "mcpServer.enabled": true,
      "activity.days": 0,
    };
    await withSettings(values, async () => {
      const wide = new EditorSettings();
      const policy = new Policy({
        exclude: ["*.pem"],
        webSearch: false,
        editorChat: false,
        mcpServer: false,
        activityLog: "required",
      });
      const narrowed = new EditorSettings({ current: policy });
      assert.deepEqual(valuesOf(wide), [[], "https://search.example", true, true, 0]);
      assert.deepEqual(valuesOf(narrowed), [["*.pem"], "", false, false, 90]);
      wide.dispose();
      narrowed.dispose();
    });
  });

  it("Y2 tells of a setting that does not count when it is changed", async () => {
    narrow({ activityLog: "required", mcpServer: false });
    await run("expertHub.openChat");
    for (const [name, value, said] of [
      ["activity.days", 0, /^Set by your organisation: the activity log cannot be turned off/],
      ["mcpServer.enabled", true, /^Set by your organisation: the MCP server is turned off/],
    ] as const) {
      const message = nextMessage("showInformationMessage");
      await withSettings({ [name]: value }, async () => assert.match(await message, said));
    }
  });

  it("Y2 keeps the activity log that it requires, and says so above it", async () => {
    const { fsPath: folder } = canaries.context.globalStorageUri;
    const log = path.join(folder, "activity.jsonl");
    await withSettings({ "activity.days": 0 }, async () => {
      await until("there is no log", () => !existsSync(log));
      await ask("1 + 2");
      assert.equal(existsSync(log), false);
      narrow({ activityLog: "required" });
      await ask("1 + 3");
      await until("there is a log", () => existsSync(log));
      const { createQuickPick } = vscode.window;
      const titles: (string | undefined)[] = [];
      Object.assign(vscode.window, {
        createQuickPick: () => {
          const pick = createQuickPick();
          const show = () => {
            titles.push(pick.title);
            pick.dispose();
          };
          return Object.assign(pick, { show });
        },
      });
      try {
        void run("expertHub.filterActivity");
        await until("the list is shown", () => titles.length === 1);
      } finally {
        Object.assign(vscode.window, { createQuickPick });
      }
      assert.match(titles[0] ?? "", /Set by your organisation: the activity log cannot be turned/);
    });
  });

  it("Y2 deletes conversations as soon as it says so, once they are older than it allows", async () => {
    const { storageUri, globalStorageUri } = canaries.context;
    const folder = path.join((storageUri ?? globalStorageUri).fsPath, "conversations");
    mkdirSync(folder, { recursive: true });
    // A file of a conversation that nothing reads, so that nothing else sets it aside.
    const file = path.join(folder, `${crypto.randomUUID()}.other`);
    writeFileSync(file, "");
    utimesSync(file, 1, 1);
    narrow({ webSearch: false });
    await ask("1 + 1");
    assert.equal(existsSync(file), true);
    narrow({ historyDays: 30 });
    await until("it is deleted", () => !existsSync(file), 20_000);
  });

  it("is taken from the environment in tests of the source alone", () => {
    narrow({ webSearch: false });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const { Test, Development, Production } = vscode.ExtensionMode;
    for (const extensionMode of [Test, Development, Production]) {
      const policy = policyFor({ extensionMode }, log);
      assert.equal(policy.current.webSearchRefusal === undefined, extensionMode !== Test);
      policy.dispose();
    }
  });

  it("Y2 sends nothing while it is broken, and names the file and the line", async () => {
    writeFileSync(file, '{\n  "webSearch": no\n}');
    const before = hub.journal().length;
    await assert.rejects(async () => ask("1 + 1"), {
      message: `Nothing is sent, because the policy of your organisation cannot be used. ${file}, line 2: this is not valid JSON.`,
    });
    assert.equal(hub.journal().length, before);
    rmSync(file);
    assert.match((await ask("1 + 1")).output, /2/);
  });
});
