import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { buildHubAndExperts, type HubAndExperts } from "../../../src/hubAndExperts";
import type { Disposable } from "../../../src/kit/disposable";
import { modelIdOf, type ModelChoice } from "../../../src/features/models/core/chosenModels";
import { ChannelLog } from "../../../src/platform/editor/log";
import { FileStore } from "../../../src/platform/editor/fileStore";
import { assertSoon } from "../../support/machineSpeed";
import {
  callsOf,
  completion,
  startModelServer,
  type ModelReply,
  type ModelServer,
} from "../../support/modelServer";
import { extension } from "../support/hub";
import { until } from "../support/inputs";

interface Caller {
  /** By the path of its script; VS Code starts it over stdio. */
  offerMcp(script: string | undefined): void;
  readonly toolCalls: [name: string, input: object][];
}

const mcpServer = "expert-hub-tests.caller/Shop";
const expertId = 5;

/** The name that VS Code gives a tool of the MCP server. */
const nameOf = (tool: string) =>
  vscode.lm.tools.find(({ name }) => name.startsWith("mcp_shop") && name.endsWith(`_${tool}`))
    ?.name;

describe("the tools of VS Code for a model of the built-in hub", () => {
  const owned: Disposable[] = [];
  const own = <T extends Disposable>(one: T): T => {
    owned.push(one);
    return one;
  };
  let folder: string;
  let caller: Caller;
  let model: ModelServer;
  let choice: ModelChoice;
  let hub: HubAndExperts;
  let reply: (nth: number) => ModelReply;
  let earlier: number;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-tools-"));
    caller = await vscode.extensions.getExtension<Caller>("expert-hub-tests.caller")!.activate();
    model = await startModelServer((_, nth) => reply(nth - earlier));
    choice = { kind: "address", address: model.base, identifier: "scripted" };
    const store = new FileStore(path.join(folder, "shared"));
    await store.update("useBuiltInHub", () => true);
    await store.update("languageModels", () => [choice]);
    const context = {
      extensionPath: extension().extensionPath,
      secrets: { get: async () => undefined, onDidChange: () => ({ dispose: () => {} }) },
      globalStorageUri: vscode.Uri.file(folder),
    } as unknown as vscode.ExtensionContext;
    // Not disposed: the channel of this name is the extension's own.
    hub = buildHubAndExperts(context, new ChannelLog(), own);
    caller.offerMcp(path.resolve(__dirname, "../../../test/support/mcpServer/server.mjs"));
    await until("VS Code has the tools of the MCP server", () => {
      void vscode.commands.executeCommand("workbench.mcp.startServer", mcpServer);
      return nameOf("stock") !== undefined;
    });
  });
  beforeEach(() => {
    earlier = model.requests.length;
    caller.toolCalls.length = 0;
  });
  after(async () => {
    caller.offerMcp(undefined);
    for (const one of owned.toReversed()) one.dispose();
    await model.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  async function ask(
    editor_tools: readonly string[],
    calls: readonly [name: string, given: unknown][],
    signal?: AbortSignal,
  ) {
    earlier = model.requests.length;
    reply = (nth) => (nth === 1 ? callsOf(...calls) : completion({ content: "Done." }));
    const client = await hub.connection.client();
    const request = {
      expert_id: expertId,
      model_id: modelIdOf(choice),
      input_data: "What is there?",
      tool_config: { editor_tools: [...editor_tools] },
    };
    const { value } = await client.invokeAgent(request, signal && { signal });
    const [first] = model.requests.slice(earlier);
    return {
      offered: (first?.body.tools ?? []).map((tool) => tool.function.name),
      steps: value.intermediate_steps
        .flat()
        .map(({ tool, log = "" }) => [tool, log.split("\n").slice(1, -1).join("\n")]),
    };
  }

  it("E4 lists those of extensions and MCP servers, none of them on, and none of ours", () => {
    const tools = hub.editorTools.of(expertId);
    const found = tools.filter(({ origin }) => ["Caller", "Shop", "shop"].includes(origin));
    const described = found.map(
      ({ label, reference = "", isOn }) => `${reference.toLowerCase()}: ${label}, ${isOn}`,
    );
    assert.deepEqual(
      new Set(described),
      new Set([
        "expert-hub-tests.caller/erase: Erase, false",
        "expert-hub-tests.caller/reverse: Reverse, false",
        ...["big", "close", "crash", "fail", "hang", "order", "picture", "stock"].map(
          (name) => `shop/${name}: ${name}, false`,
        ),
      ]),
    );
    assert.deepEqual(
      tools.filter(({ name }) => name.includes("expertHub_")),
      [],
    );
  });

  it("E4 calls those that were chosen, and no others", async () => {
    const stock = nameOf("stock")!;
    const { offered, steps } = await ask(
      ["caller_reverse", stock],
      [
        ["caller_reverse", { text: "tea" }],
        [stock, { item: "tea" }],
        ["caller_erase", {}],
        [nameOf("order")!, { item: "tea" }],
      ],
    );
    assert.deepEqual(offered, ["computation_engine", "caller_reverse", stock]);
    assert.deepEqual(caller.toolCalls, [["caller_reverse", { text: "tea" }]]);
    assert.deepEqual(steps.slice(0, 2), [
      ["Reverse", "aet"],
      ["shop/stock", '{"item":"tea","left":7}'],
    ]);
    for (const [, said] of steps.slice(2)) assert.match(said ?? "", /^Error: there is no tool "/);
  });

  it("E4 bounds 5 MB, mentions a picture, and passes on errors", async () => {
    const names = ["big", "picture", "fail", "crash"].map((name) => nameOf(name)!);
    const { steps } = await ask(
      names,
      names.map((name) => [name, {}]),
    );
    const [big = "", picture = "", fail = "", crash = ""] = steps.map(([, said]) => said);
    assert.match(big, /^x{50000}\n\[The rest was cut off/);
    assert.match(picture, /A picture \(image\/png, \d+ B/);
    assert.match(fail, /No such shelf/);
    assert.match(crash, /^Error: the tool failed\.\n.*The shelf fell down/);
  });

  it("E4 leaves a tool that never ends within a second of Stop", async () => {
    const stop = new AbortController();
    const hang = nameOf("hang")!;
    const asked = ask([hang], [[hang, {}]], stop.signal);
    await until("the model has answered", () => model.requests.length > earlier);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const began = performance.now();
    stop.abort();
    await assert.rejects(asked);
    assertSoon(performance.now() - began, 1000);
  });

  it("E4 has none in Restricted Mode", async () => {
    const { isTrusted } = vscode.workspace;
    assert.equal(isTrusted, true);
    try {
      Object.defineProperty(vscode.workspace, "isTrusted", { value: false, configurable: true });
      assert.deepEqual(hub.editorTools.of(expertId), []);
      const { offered, steps } = await ask(["caller_erase"], [["caller_erase", {}]]);
      assert.deepEqual(offered, ["computation_engine"]);
      assert.match(steps[0]?.[1] ?? "", /no tool "caller_erase"/);
    } finally {
      Object.defineProperty(vscode.workspace, "isTrusted", {
        get: () => true,
        configurable: true,
      });
    }
    assert.deepEqual(caller.toolCalls, []);
  });

  it("E4 says that a tool is gone which its server has removed", async () => {
    const [order, close] = [nameOf("order")!, nameOf("close")!];
    await ask([close], [[close, {}]]);
    await until("VS Code no longer has it", () => nameOf("order") === undefined);
    const { offered } = await ask([order], [[order, {}]]);
    assert.deepEqual(offered, ["computation_engine"]);
  });

  it("E4 has a line in the activity log for each call, by name", async () => {
    await ask(["caller_reverse"], [["caller_reverse", { text: "secret words" }]]);
    const entries = await hub.activity.entries();
    const calls = entries.filter(({ kind }) => kind === "tool");
    const { tool, to, by, expert } = calls.at(-1) as unknown as Record<string, unknown>;
    assert.deepEqual([tool, to, expert], ["Reverse", "Caller", expertId]);
    assert.ok(by);
    assert.doesNotMatch(JSON.stringify(calls), /secret words|sdrow/);
  });
});
