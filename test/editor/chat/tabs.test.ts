import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { OpenedPage } from "../../../src/features/chat/editor/openedPage";
import { freePanelType, panelTypeOf } from "../../../src/platform/editor/panelTypes";
import { workbench } from "../../support/builtInExperts";
import { itWithAll, some } from "../../support/testSize";
import { chatPanelTypes, type ChatPanelType } from "../../../src/platform/editor/manifest";
import { ChatFixture } from "../support/chatFixture";
import { startHub, type TestHub } from "../support/hub";
import { until } from "../support/inputs";
import { withWindow } from "../support/standIns";

const tabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(panelTypeOf);
const labels = (): string[] => tabs().map(({ label }) => label);

/** VS Code reports tabs a moment after they open or close. */
const count = (wanted: number): Promise<void> =>
  until(`there are ${wanted} tabs`, () => tabs().length === wanted);

async function close(): Promise<void> {
  await vscode.window.tabGroups.close(tabs());
  await count(0);
}

describe("chats in editor tabs", () => {
  let hub: TestHub;
  let fixture: ChatFixture;
  let panels: ChatPanels;
  let home: vscode.Uri;

  before(async () => {
    hub = await startHub();
    home = vscode.extensions.getExtension("expert-hub.expert-hub")!.extensionUri;
  });
  after(() => hub.close());
  beforeEach(async () => {
    fixture = await ChatFixture.start(hub, [workbench]);
    panels = new ChatPanels(home, fixture.chats, fixture.pageParts);
  });
  afterEach(async () => {
    await close();
    panels.dispose();
    await fixture.end();
  });

  const isThere = (id: string): boolean => fixture.chats.of(id) !== undefined;

  /** A conversation with one question, in a tab and not in the side bar. */
  async function inTab(question: string): Promise<string> {
    await fixture.send(question);
    const { id } = fixture.conversation;
    await panels.openTab(fixture.page.chat);
    await count(1);
    fixture.chats.renewSide();
    return id;
  }

  /** A tab as VS Code restores it after a reload. */
  async function cameBack(state: unknown, type: ChatPanelType = chatPanelTypes[7]!) {
    const known = tabs().length;
    const beside = vscode.ViewColumn.Beside;
    const panel = vscode.window.createWebviewPanel(type, "1 + 1", beside);
    await count(known + 1);
    const opened = new OpenedPage(panel.webview, home);
    return { panel, resume: () => panels.resumeTab(panel, opened, state) };
  }

  it("let go of their conversation once they are closed, wherever they were moved", async () => {
    for (const move of [undefined, "moveEditorToFirstGroup", "moveEditorToNewWindow"]) {
      const id = await inTab("1 + 1");
      if (move) await vscode.commands.executeCommand(`workbench.action.${move}`);
      assert.ok(isThere(id), "the tab still shows it");
      assert.equal(fixture.chats.places.inOrder.length, 1);
      await close();
      await until(`it is let go of after ${move ?? "nothing"}`, () => !isThere(id));
      assert.equal(fixture.chats.places.inOrder.length, 0);
    }
  });

  it("are called as their conversation is, from its first question on", async () => {
    await panels.openTab(fixture.chats.side);
    await count(1);
    assert.deepEqual(labels(), ["Expert Hub"]);
    await fixture.send("1 + 1");
    await until("it has the question's name", () => labels().join() === "1 + 1");
    fixture.conversation.rename("x".repeat(100));
    await until("it has the new name", () => labels().join() === `${"x".repeat(59)}…`);
  });

  it("are opened beside what the user looks at, with an icon that marks unseen answers", async () => {
    const { createWebviewPanel } = vscode.window;
    const made: unknown[][] = [];
    let panel: vscode.WebviewPanel | undefined;
    await withWindow(
      {
        createWebviewPanel: (...args: Parameters<typeof createWebviewPanel>) => {
          made.push(args);
          return (panel = createWebviewPanel(...args));
        },
      },
      () => panels.openTab(fixture.chats.side),
    );
    await count(1);
    assert.deepEqual(made, [
      [
        chatPanelTypes[0],
        "Expert Hub",
        { viewColumn: vscode.ViewColumn.Beside },
        // A hidden page costs memory; it asks for its content again.
        { retainContextWhenHidden: false },
      ],
    ]);
    const isIcon = (name: string) =>
      assert.match(
        JSON.stringify(panel?.iconPath),
        new RegExp(`tabs/${name}-light.*tabs/${name}-dark`),
      );
    isIcon("comment-discussion");
    const { side, unseen } = fixture.chats;
    unseen.add(side.conversation.id);
    isIcon("comment-unresolved");
    unseen.clear([side.conversation.id]);
    isIcon("comment-discussion");
  });

  it("have a menu of their own, up to the ninth", async () => {
    const { all } = vscode.window.tabGroups;
    const { TabInputWebview } = vscode;
    const tabGroups = Object.getOwnPropertyDescriptor(vscode.window, "tabGroups") ?? {};
    const open: string[] = [];
    const openTabs = () =>
      open.map((type) => ({ input: new TabInputWebview(`mainThreadWebview-${type}`) }));
    Object.defineProperty(vscode.window, "tabGroups", {
      ...tabGroups,
      get: () => ({ all: [...all, { tabs: openTabs() }] }),
    });
    try {
      for (const type of chatPanelTypes) {
        assert.equal(freePanelType(), type);
        open.push(type);
      }
      assert.equal(freePanelType(), chatPanelTypes.at(-1));
      open.splice(2, 1);
      assert.equal(freePanelType(), chatPanelTypes[2]);
    } finally {
      Object.defineProperty(vscode.window, "tabGroups", tabGroups);
    }
  });

  it("are shown where they are when they are opened or split again", async () => {
    const id = await inTab("1 + 1");
    await panels.openTab(fixture.chats.of(id)!);
    await vscode.commands.executeCommand("workbench.action.splitEditorRight");
    await panels.openTab(fixture.chats.of(id)!);
    assert.deepEqual(labels(), ["1 + 1"]);
  });

  it("Q8 come back with what they showed, each of them once", async () => {
    const conversationId = await inTab("1 + 1");
    const { viewColumn } = tabs()[0]!.group;
    const document = await vscode.workspace.openTextDocument({ content: "in front" });
    await vscode.window.showTextDocument(document, viewColumn);
    await (await cameBack({ conversationId })).resume();
    await count(1);
    await until("the first is in front", () => tabs()[0]?.isActive === true);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await until("it is let go of", () => !isThere(conversationId));
    await (await cameBack({ conversationId })).resume();
    assert.deepEqual(labels(), ["1 + 1"]);
    assert.equal(fixture.chats.of(conversationId)?.conversation.turns.length, 1);
  });

  it("leave nothing behind where they are closed while they come back", async () => {
    const conversationId = await inTab("1 + 1");
    await close();
    await until("it is let go of", () => !isThere(conversationId));
    const { panel, resume } = await cameBack({ conversationId });
    const resumed = resume();
    panel.dispose();
    await resumed;
    await until("it is let go of again", () => !isThere(conversationId));
    assert.equal(fixture.chats.places.inOrder.length, 0);
  });

  const notUnderstood = some([undefined, null, "x", {}, { conversationId: 7 }], 2);

  itWithAll(
    "Q8 come back with what they showed where VS Code had not kept their page's state",
    async () => {
      const conversationId = await inTab("1 + 1");
      const type = panelTypeOf(tabs()[0]!);
      for (const state of notUnderstood) {
        await close();
        await until("it is let go of", () => !isThere(conversationId));
        await (await cameBack(state, type)).resume();
        assert.deepEqual(labels(), ["1 + 1"]);
        assert.equal(fixture.chats.of(conversationId)?.conversation.turns.length, 1);
      }
    },
  );

  it("Q8 come back with a fresh conversation where nothing tells what they showed", async () => {
    for (const state of notUnderstood) {
      await (await cameBack(state)).resume();
      await until("it is called anew", () => labels().join() === "Expert Hub");
      assert.equal(fixture.chats.places.inOrder.length, 1);
      await close();
    }
  });

  it("leave the side bar alone when they are closed with an unsent draft", async () => {
    const { chats } = fixture;
    const { side } = chats;
    await panels.openTab(side);
    await count(1);
    side.draft = "half a question";
    const other = chats.renewSide();
    other.draft = "another one";
    await close();
    await until("it is closed", () => chats.places.inOrder.length === 0);
    assert.equal(chats.side.draft, "another one");
  });
});
