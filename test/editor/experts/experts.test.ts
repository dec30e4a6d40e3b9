import assert from "node:assert/strict";
import * as vscode from "vscode";
import { AccountStatus } from "../../../src/features/connection/editor/statusBar";
import { showAccount } from "../../../src/features/connection/editor/commands";
import { showExpertChanges } from "../../../src/features/experts/editor/commands";
import { pickExpert, pickExpertOrAbility } from "../../../src/features/experts/editor/expertPicks";
import { ExpertNode, ExpertRows } from "../../../src/features/experts/editor/expertRows";
import { EditorSettings } from "../../../src/platform/editor/settings";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { connectedTo } from "../support/connected";
import { startHub, type TestHub } from "../support/hub";
import { accept, until } from "../support/inputs";

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const textOf = async (uri: vscode.Uri): Promise<string> =>
  (await vscode.workspace.openTextDocument(uri)).getText();

const noDefault = { id: undefined, idOfWorkspace: undefined };

describe("the experts that are kept", () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());

  it("take the order in which several rows are dragged", async () => {
    const { roster, connection, setup } = connectedTo(hub);
    const ids = [...hub.expertIds, 11, 12];
    const [a, b, c, d] = ids;
    await roster.add(ids);
    const rows = new ExpertRows({
      connection,
      roster,
      settings: new EditorSettings(),
      defaultExpert: noDefault,
      setup,
    });
    const dragged = rows.idsOf([new ExpertNode(roster, d!), new ExpertNode(roster, c!)]);
    await rows.drop(dragged, new ExpertNode(roster, a!));
    assert.deepEqual(
      roster.list.map(({ id }) => id),
      [c, d, a, b],
    );
    const [group] = await new ExpertNode(roster, b!).children();
    await rows.drop(dragged, group);
    assert.deepEqual(
      roster.list.map(({ id }) => id),
      [a, b, c, d],
    );
  });

  it("F1 show what was last known, and how old it is, where a refresh fails", async () => {
    const own = await startHub();
    const [id = 0] = own.expertIds;
    const { roster, store } = connectedTo(own);
    await roster.add([id]);
    const label = new ExpertNode(roster, id).item().label;
    await store.set(`roster:${own.baseUrl}`, {
      kept: roster.list.map((kept) => ({ ...kept, fetchedAt: Date.now() - 3 * 3_600_000 })),
    });
    await own.close();
    await roster.refresh(id);
    const item = new ExpertNode(roster, id).item();
    assert.equal(item.label, label);
    assert.match(String(item.description), / · as of 3 hours ago$/);
    assert.equal(item.contextValue, "expert");
  });

  it("mark a change, show it as a diff, and forget the mark then", async () => {
    const { roster, store } = connectedTo(hub);
    const [id = 0] = hub.expertIds;
    await roster.add([id]);
    await store.set(`roster:${hub.baseUrl}`, {
      kept: roster.list.map((kept) => ({
        ...kept,
        expert: { ...kept.expert, system_message: "As it was." },
      })),
    });
    await roster.refresh(id);
    const item = new ExpertNode(roster, id).item();
    assert.equal(item.contextValue, "expert.changed");
    assert.match(String(item.description), /changed/);
    const snapshots = new Snapshots();
    await showExpertChanges(roster, snapshots).run(new ExpertNode(roster, id));
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.match(await textOf(input.original), /As it was\./);
    assert.doesNotMatch(await textOf(input.modified), /As it was\./);
    assert.equal(new ExpertNode(roster, id).item().contextValue, "expert");
    await run("workbench.action.closeAllEditors");
    snapshots.dispose();
  });

  it("are joined by those that the workspace recommends, fetched when opened and not before", async () => {
    const settings = new EditorSettings();
    const configuration = vscode.workspace.getConfiguration("expertHub");
    const { roster } = connectedTo(hub);
    const [id = 0] = hub.expertIds;
    try {
      await configuration.update(
        "experts",
        [id, -1, "x", 1.5, id],
        vscode.ConfigurationTarget.Workspace,
      );
      await until("the setting is read", () => settings.recommended.length > 0);
      assert.deepEqual(settings.recommended, [id]);
      const asked = hub.journal().length;
      const node = new ExpertNode(roster, id);
      assert.equal(node.item().contextValue, "recommended");
      assert.match(String(node.item().description), /recommended/);
      assert.equal(hub.journal().length, asked);
      assert.equal((await node.children()).length, 2);
      assert.equal(hub.journal().length, asked + 1);
      assert.deepEqual(roster.list, []);
      await roster.add([id]);
      assert.equal(node.item().contextValue, "expert");
    } finally {
      await configuration.update("experts", undefined, vscode.ConfigurationTarget.Workspace);
      settings.dispose();
    }
  });

  it("T1 are not recommended by a workspace that is not trusted", async () => {
    const settings = new EditorSettings();
    const configuration = vscode.workspace.getConfiguration("expertHub");
    const { Workspace, Global } = vscode.ConfigurationTarget;
    const isTrusted = Object.getOwnPropertyDescriptor(vscode.workspace, "isTrusted") ?? {};
    try {
      await configuration.update("experts", [1], Global);
      await configuration.update("experts", [2], Workspace);
      await until("the setting is read", () => settings.recommended.includes(2));
      Object.defineProperty(vscode.workspace, "isTrusted", { ...isTrusted, get: () => false });
      assert.deepEqual(settings.recommended, [1]);
    } finally {
      Object.defineProperty(vscode.workspace, "isTrusted", isTrusted);
      await configuration.update("experts", undefined, Workspace);
      await configuration.update("experts", undefined, Global);
      settings.dispose();
    }
  });

  it("are picked those used last first, and a typed number can be added", async () => {
    const { roster } = connectedTo(hub);
    const [c, a = 0, b = 0] = [11, ...hub.expertIds] as const;
    await roster.add([a, b, c]);
    await roster.use(b);
    await roster.use(c);
    const { createQuickPick } = vscode.window;
    let box: vscode.QuickPick<vscode.QuickPickItem & { value?: number }> | undefined;
    Object.assign(vscode.window, { createQuickPick: () => (box = createQuickPick()) });
    try {
      const picked = pickExpert(roster);
      assert.ok(box);
      assert.deepEqual(
        box.items.map(({ value }) => value),
        [c, b, a],
      );
      await accept(box);
      assert.equal((await picked)?.id, c);
      const left = pickExpertOrAbility(roster, undefined);
      box.value = "4711";
      await until("adding is offered", () =>
        Boolean(box?.items.some(({ label }) => label === "Add expert 4711")),
      );
      box.hide();
      assert.equal(await left, undefined);
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  });
});

describe("the account", () => {
  let hub: TestHub;
  before(async () => {
    hub = await startHub();
  });
  after(() => hub.close());

  it("warns in the status bar where few tokens are left, and follows each refresh", async () => {
    const { connection, account } = connectedTo(hub);
    const { createStatusBarItem } = vscode.window;
    let item: vscode.StatusBarItem | undefined;
    Object.assign(vscode.window, {
      createStatusBarItem: (...args: unknown[]) =>
        (item = Reflect.apply(createStatusBarItem, vscode.window, args) as vscode.StatusBarItem),
    });
    const status = new AccountStatus(connection, account);
    try {
      const balance = (tokens: number) =>
        account.remember(hub.baseUrl, { name: "Ada", user_metadata: { tokens } });
      await balance(999);
      assert.match(item?.text ?? "", /Ada · 999 tokens/);
      const colour = item?.backgroundColor as { id?: string } | undefined;
      assert.equal(colour?.id, "statusBarItem.warningBackground");
      await balance(1000);
      assert.match(item?.text ?? "", /1,?000 tokens/);
      assert.equal(item?.backgroundColor, undefined);
    } finally {
      status.dispose();
      Object.assign(vscode.window, { createStatusBarItem });
    }
  });

  it("K6 shows the allowed fields of the profile and no other", async () => {
    const { connection, account } = connectedTo(hub);
    const { showInformationMessage } = vscode.window;
    let shown = "";
    Object.assign(vscode.window, {
      showInformationMessage: async (message: string, { detail }: vscode.MessageOptions) => {
        shown = `${message}\n${detail ?? ""}`;
      },
    });
    try {
      await showAccount(connection, account).run();
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.match(shown, /User ID: .+\n[\s\S]*Tokens: [\d,.]+/);
    assert.match(shown, /API key: stored for this hub/);
    for (const [name, secret] of Object.entries(hub.canaries))
      assert.equal(shown.includes(secret), false, name);
    assert.equal(shown.includes(hub.key), false);
  });
});
