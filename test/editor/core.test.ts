import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { FileStore } from "../../src/platform/editor/fileStore";
import { ConversationsTree } from "../../src/features/history/editor/conversationsTree";
import type {
  ConversationRow,
  GroupRow,
  ConversationRows,
} from "../../src/features/history/editor/conversationRows";
import type { BuiltInHubOptions } from "../../src/contract/builtInHubApi";
import { buildHubAndExperts } from "../../src/hubAndExperts";
import type { ExpertRows, Node } from "../../src/features/experts/editor/expertRows";
import { ExpertsTree } from "../../src/features/experts/editor/expertsTree";
import { ChannelLog } from "../../src/platform/editor/log";
import type { Disposable, Own } from "../../src/kit/disposable";
import { Emitter } from "../../src/kit/event";
import { onUnexpectedError } from "../../src/kit/unexpectedErrors";

describe("what views and commands depend on", () => {
  let folder: string;
  const owned: Disposable[] = [];
  const own: Own = (one) => {
    owned.push(one);
    return one;
  };
  const focused = new vscode.EventEmitter<vscode.WindowState>();
  const { onDidChangeWindowState } = vscode.window;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-core-"));
    await new FileStore(path.join(folder, "shared")).update("useBuiltInHub", () => true);
    Object.assign(vscode.window, { onDidChangeWindowState: focused.event });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { onDidChangeWindowState });
    for (const one of owned.splice(0).toReversed()) one.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The core of a window. */
  function built() {
    const context = {
      extensionPath: folder,
      secrets: { get: async () => undefined, onDidChange: () => ({ dispose: () => {} }) },
      globalStorageUri: vscode.Uri.file(folder),
    } as unknown as vscode.ExtensionContext;
    // Not disposed: the channel of this name is the extension's own.
    return buildHubAndExperts(context, new ChannelLog(), own);
  }

  it("shows what another window changed once this one is used", async () => {
    const { connection, roster } = built();
    let changes: string[] = [];
    connection.onDidChange(() => changes.push("hub"));
    roster.onDidChange(() => changes.push("experts"));
    assert.deepEqual(roster.list, []);
    const other = new FileStore(path.join(folder, "experts"));
    await other.update("roster:built-in", () => ({ kept: [{ id: 7 }] }));
    focused.fire({ focused: false, active: true });
    assert.deepEqual(changes, []);
    focused.fire({ focused: true, active: true });
    assert.deepEqual(changes, ["experts"]);
    assert.deepEqual(
      roster.list.map(({ id }) => id),
      [7],
    );
    focused.fire({ focused: true, active: true });
    assert.deepEqual(changes, ["experts"], "nothing changed since");
    changes = [];
    await built().connection.useBuiltIn(false);
    focused.fire({ focused: true, active: true });
    assert.equal(changes.includes("hub"), true);
  });

  it("Q2 holds in every window what one of them chose", async () => {
    const [here, there] = [built(), built()];
    const all = () => [here, there, built()];
    const model = { kind: "address", address: "http://127.0.0.1:1/v1", identifier: "m" } as const;
    await here.account.remember("built-in", { name: "Ada" });
    for (const { models } of [here, there]) await models.choose(model);
    await there.models.allow(model);
    for (const { account, connection, models } of all()) {
      assert.deepEqual([connection.hub?.builtIn, account.known?.name], [true, "Ada"]);
      assert.deepEqual([models.list, models.isAllowed(model)], [[model], true]);
    }
    await here.models.forget(model);
    await here.account.forget("built-in");
    for (const { account, models } of all())
      assert.deepEqual(
        [account.known, models.list, models.isAllowed(model)],
        [undefined, [], false],
      );
    await here.connection.useBuiltIn(false);
    for (const { connection } of all()) assert.notEqual(connection.hub?.builtIn, true);
  });

  it("gives the built-in hub what it may read, and a deadline before that of the question", async () => {
    await mkdir(path.join(folder, "dist"));
    await writeFile(
      path.join(folder, "dist", "builtInHub.cjs"),
      "exports.startBuiltInHub = async (options) => ({ options, expertFiles: async () => ({ experts: [], problems: [] }), close: async () => {} });",
    );
    const { builtInHub, settings, models } = built();
    const { options } = (await builtInHub.start()) as unknown as { options: BuiltInHubOptions };
    const { folders, exclude, models: offers, deadlineMs } = options;
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.deepEqual(typeof folders === "function" && folders(), [
      { name: workspace?.name, path: workspace?.uri.fsPath },
    ]);
    assert.deepEqual(exclude?.(), settings.exclude);
    assert.equal(options.searchAddress?.(), settings.searchAddress);
    const [deadline, limit] = [deadlineMs?.() ?? 0, settings.timeoutSeconds * 1000];
    assert.ok(deadline < limit && deadline >= Math.max(limit * 0.9, limit - 5000), `${deadline}`);
    assert.deepEqual(offers?.(), []);
    await models.choose({ kind: "address", address: "http://127.0.0.1:7/v1", identifier: "one" });
    const [offer] = offers?.() ?? [];
    assert.deepEqual([offer?.identifier, options.key], ["one", builtInHub.key]);
  });
});

describe("the views", () => {
  const { window } = vscode;
  const { registerTreeDataProvider, createTreeView } = window;
  const reported: unknown[] = [];
  let listening: Disposable;

  beforeEach(() => {
    reported.length = 0;
    listening = onUnexpectedError((error) => reported.push(error));
  });
  afterEach(() => {
    Object.assign(window, { registerTreeDataProvider, createTreeView });
    listening.dispose();
  });

  it("of conversations loads them once it is shown, and follows their changes", async () => {
    const registered: unknown[] = [];
    const view = { selection: [] as unknown[], dispose: () => {} };
    Object.assign(window, {
      createTreeView: (id: string, { canSelectMany }: vscode.TreeViewOptions<unknown>) => {
        registered.push([id, canSelectMany]);
        return view;
      },
    });
    const changed = new Emitter<void>();
    const row = new vscode.TreeItem("One") as ConversationRow;
    const group = { rows: [row] } as unknown as GroupRow;
    let [loads, lists, fails] = [0, 0, true];
    const tree = new ConversationsTree(async () => {
      loads++;
      if (fails) throw new Error("not yet");
      return {
        onDidChange: changed.event,
        list: async () => (lists++, [group]),
      } as unknown as ConversationRows;
    });
    let draws = 0;
    tree.onDidChangeTreeData(() => draws++);
    assert.deepEqual([registered, loads], [[["expertHub.conversations", true]], 0]);
    assert.deepEqual(await tree.getChildren(), []);
    assert.equal(reported.length, 1);
    fails = false;
    assert.deepEqual(await tree.getChildren(), [group]);
    assert.deepEqual(await tree.getChildren(group), [row]);
    assert.deepEqual(await tree.getChildren(row), []);
    view.selection = [row];
    assert.equal(tree.selection, view.selection);
    assert.equal(tree.getTreeItem(row), row);
    assert.deepEqual([loads, lists, reported.length], [2, 1, 1]);
    changed.fire();
    assert.equal(draws, 1);
    await tree.getChildren();
    changed.fire();
    assert.deepEqual([loads, draws], [2, 2]);
    tree.dispose();
    changed.fire();
    assert.equal(draws, 2);
  });

  it("of experts has their rows, tooltips and message, and gives dragged rows to their list", async () => {
    const expanded = new vscode.EventEmitter<{ element: Node }>();
    const view = {
      message: undefined as string | undefined,
      selection: [] as Node[],
      onDidExpandElement: expanded.event,
      dispose: () => {},
    };
    const options: vscode.TreeViewOptions<Node>[] = [];
    Object.assign(window, {
      createTreeView: (_: string, given: vscode.TreeViewOptions<Node>) => {
        options.push(given);
        return view;
      },
    });
    const changed = new Emitter<void>();
    const node: Node = {
      item: () => new vscode.TreeItem("Seven"),
      tooltip: () => "id 7",
      children: () => [child],
    };
    const child: Node = {
      item: () => {
        throw new Error("broken");
      },
      tooltip: () => undefined,
      children: () => [],
    };
    const did: unknown[][] = [];
    let message = "";
    const tree = new ExpertsTree(
      async () =>
        ({
          onDidChange: changed.event,
          list: async () => ({ rows: [node], message }),
          opened: (one: Node) => did.push(["opened", one]),
          idsOf: (nodes: readonly Node[]) => nodes.map(() => 7),
          drop: async (...args: unknown[]) => did.push(["drop", ...args]),
        }) as unknown as ExpertRows,
    );
    let draws = 0;
    tree.onDidChangeTreeData(() => draws++);
    const [{ canSelectMany, showCollapseAll } = {}] = options;
    assert.deepEqual([canSelectMany, showCollapseAll], [true, true]);
    assert.deepEqual(await tree.getChildren(), [node]);
    assert.deepEqual(await tree.getChildren(node), [child]);
    message = "Restricted.";
    await tree.getChildren();
    assert.equal(view.message, "Restricted.");
    assert.equal(tree.getTreeItem(node).label, "Seven");
    assert.equal(tree.resolveTreeItem(new vscode.TreeItem("Seven"), node).tooltip, "id 7");
    assert.equal(tree.getTreeItem(child).label, "This row cannot be shown");
    assert.equal(reported.length, 1);
    expanded.fire({ element: node });
    const data = new vscode.DataTransfer();
    tree.handleDrag([node, node], data);
    await tree.handleDrop(child, data);
    assert.deepEqual(did, [
      ["opened", node],
      ["drop", [7, 7], child],
    ]);
    changed.fire();
    assert.equal(draws, 1);
    view.selection = [node];
    assert.deepEqual(tree.selection, [node]);
    tree.dispose();
  });
});
