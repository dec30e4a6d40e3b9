import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  ChatPanels,
  showSleeping,
  sleepingTabs,
} from "../../../src/features/chat/editor/chatPanels";
import type { OpenedPage } from "../../../src/features/chat/editor/openedPage";
import { openChat, pageCommands } from "../../../src/features/chat/editor/commands";
import type { LastEditor } from "../../../src/platform/editor/lastEditor";
import { chatPanelTypes } from "../../../src/platform/editor/manifest";
import { panelTypeIn } from "../../../src/platform/editor/panelTypes";
import { Emitter } from "../../../src/kit/event";
import type { HostMessage } from "../../../src/page/protocol/messages";
import { ChatFixture, useFixture } from "../support/chatFixture";
import { until } from "../support/inputs";
import { chatShown, commandsDuring, withProperty } from "../support/standIns";

/** A tab as VS Code creates or restores it, and what its page is sent. */
function tabPanel(viewType: string = chatPanelTypes[0]!) {
  const received = new vscode.EventEmitter<unknown>();
  const moved = new vscode.EventEmitter<void>();
  const closed = new vscode.EventEmitter<void>();
  const heard: HostMessage[] = [];
  const titles: string[] = [];
  let [reveals, isClosed] = [0, false];
  const panel = {
    get viewType() {
      if (isClosed) throw new Error("Webview is disposed");
      return viewType;
    },
    set title(title: string) {
      titles.push(title);
    },
    active: false,
    visible: true,
    reveal: () => reveals++,
    dispose: () => {
      isClosed = true;
      closed.fire();
    },
    onDidChangeViewState: moved.event,
    onDidChangeVisibility: moved.event,
    onDidDispose: closed.event,
  };
  const opened = {
    onDidReceiveMessage: received.event,
    postMessage: async (message: HostMessage) => heard.push(message) > 0,
  } as unknown as OpenedPage;
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    opened,
    call: (call: string, args: unknown) => received.fire({ call, id: 1, args }),
    ready: async () => {
      received.fire({ call: "ready", id: 0 });
      await until("it is loaded", () => heard.some((message) => "reply" in message));
    },
    events: () => heard.flatMap((message) => ("event" in message ? [message.event] : [])),
    enter: (active = true) => {
      Object.assign(panel, { active });
      moved.fire();
    },
    reveals: () => reveals,
    titles,
    isClosed: () => isClosed,
  };
}

/** A page that does not have the focus. */
const other = { focus: () => {}, run: () => {} };

/** The view of the side bar. */
const sideView = () => {
  const { panel, opened, ready } = tabPanel();
  return { view: panel as unknown as vscode.WebviewView, opened, ready, panel };
};

describe("a chat in a tab", () => {
  let fixture: ChatFixture;
  let panels: ChatPanels;
  useFixture((started) => {
    fixture = started;
  });
  beforeEach(() => {
    panels = new ChatPanels(vscode.Uri.file("/"), fixture.chats, fixture.pageParts);
  });
  afterEach(() => panels.dispose());

  const places = () => fixture.chats.places.inOrder.map(({ chat }) => chat.conversation.id);

  async function inTab(type?: string, state?: unknown) {
    const tab = tabPanel(type);
    await panels.resumeTab(tab.panel, tab.opened, state);
    return tab;
  }

  it("is the one that commands act on while the user is in it", async () => {
    const [first, second] = [await inTab(chatPanelTypes[0]), await inTab(chatPanelTypes[1])];
    const [one, two] = places();
    assert.notEqual(one, two);
    second.enter();
    assert.deepEqual(places(), [two, one]);
    second.enter(false);
    first.enter();
    assert.deepEqual(places(), [one, two]);
    first.enter(false);
    assert.deepEqual(places(), [one, two], "it was the last");
    second.panel.dispose();
    assert.deepEqual(places(), [one]);
    const active = tabPanel(chatPanelTypes[2]);
    active.enter();
    await panels.resumeTab(active.panel, active.opened, undefined);
    assert.equal(places()[1], one, "the tab that comes back in front is the first");
  });

  it("is brought to the front with the cursor, or with its find box", async () => {
    const tab = await inTab();
    await tab.ready();
    const [place] = fixture.chats.places.inOrder;
    await panels.openTab(place!.chat);
    assert.deepEqual([tab.reveals(), tab.events()], [1, ["focus"]]);
    await place?.find();
    assert.deepEqual([tab.reveals(), tab.events()], [2, ["focus", "find"]]);
  });

  it("takes the commands of the page while it has the focus, else if it was used last", async () => {
    const [first, second] = [await inTab(chatPanelTypes[0]), await inTab(chatPanelTypes[1])];
    await Promise.all([first.ready(), second.ready()]);
    const { focus } = fixture.pageParts;
    const next = pageCommands(panels, focus).find(({ id }) => id === "expertHub.goToQuestion")!;
    second.enter();
    await next.run();
    assert.deepEqual([first.events(), second.events()], [[], ["command"]]);
    first.call("focused", { part: "transcript" });
    await until("the focus is known", () => focus.part === "transcript");
    await next.run();
    assert.deepEqual([first.events(), second.events()], [["command"], ["command"]]);
    first.enter(false);
    assert.equal(focus.part, undefined, "it was hidden without losing the focus before");
    second.call("focused", { part: "question" });
    await until("the focus is known", () => focus.part === "question");
    second.panel.dispose();
    assert.equal(focus.part, undefined);
  });

  it("gets the focus in its composer, which gives it back to the editor", async () => {
    const tab = await inTab();
    await tab.ready();
    const { focus } = fixture.pageParts;
    const lastEditor = { used: [] } as unknown as LastEditor;
    const toggle = openChat(panels, focus, lastEditor);
    tab.enter();
    const commands = await commandsDuring(async () => {
      await toggle.run({ toggle: true });
      assert.deepEqual([tab.reveals(), tab.events()], [1, ["focus"]]);
      focus.set(other, undefined);
      for (const part of ["transcript", "question"] as const) {
        tab.call("focused", { part });
        await until("the focus is known", () => focus.part === part);
        await toggle.run({ toggle: true });
      }
      assert.deepEqual([tab.reveals(), tab.events()], [2, ["focus", "focus"]]);
      tab.call("focused", {});
      await until("the focus is gone", () => focus.part === undefined);
    });
    assert.deepEqual(commands, [["workbench.action.focusActiveEditorGroup"]]);
  });

  it("is closed with its conversation, and closes no other", async () => {
    await fixture.send("1 + 1");
    const { id } = fixture.conversation;
    const [tab, other] = [
      await inTab(chatPanelTypes[0], { conversationId: id }),
      await inTab(chatPanelTypes[1]),
    ];
    // VS Code may show an older title than the one that it reports: it is set anew.
    assert.deepEqual(tab.titles, ["", "1 + 1"]);
    await fixture.delete(id);
    assert.deepEqual([tab.isClosed(), other.isClosed()], [true, false]);
  });

  it("is left alone where it is closed before it comes back", async () => {
    const tab = tabPanel();
    tab.panel.dispose();
    await panels.resumeTab(tab.panel, tab.opened, undefined);
    assert.deepEqual(places(), []);
  });

  it("is shown in the side bar that is there now, whichever goes", async () => {
    const [first, second] = [sideView(), sideView()];
    panels.resolveSide(first.view, first.opened);
    panels.resolveSide(second.view, second.opened);
    await second.ready();
    first.panel.dispose();
    assert.equal(panels.shownInSide?.conversation, fixture.chats.side.conversation.id);
    second.panel.dispose();
    assert.equal(panels.shownInSide, undefined);
  });

  it("is in the place that a view opened for it takes", async () => {
    const tab = await inTab();
    tab.enter();
    const commands = await commandsDuring(() => panels.openSide());
    assert.deepEqual(commands, chatShown());
    const { panel, opened } = tabPanel();
    panels.resolveSide(panel as unknown as vscode.WebviewView, opened);
    assert.equal(places()[0], fixture.chats.side.conversation.id);
    const again = tabPanel();
    tab.enter();
    panels.resolveSide(again.panel as unknown as vscode.WebviewView, again.opened);
    assert.notEqual(places()[0], fixture.chats.side.conversation.id, "nobody asked for this one");
  });
});

/** As VS Code reports it. */
const reported = (label: string, type: string | undefined, isActive = false) => ({
  label,
  isActive,
  input: type === undefined ? undefined : new vscode.TabInputWebview(`mainThread-${type}`),
});

/** The type that a menu with this URI is about. */
const menuOf = (scheme: string, path: string) => panelTypeIn(vscode.Uri.from({ scheme, path }));

describe("tabs of chats that nobody looked at since a reload", () => {
  const [one, two, three] = chatPanelTypes as string[] as [string, string, string];
  const sleeping = reported("Title", one);
  const awake = reported("Title", two);
  const others = [
    reported("Another", three),
    reported("Title", undefined),
    reported("Title", "somebodyElses"),
    reported("Title", chatPanelTypes[4], true),
  ];
  const group = { viewColumn: 2, tabs: [others[0], sleeping, awake] };
  const all = [{ viewColumn: 1, tabs: others.slice(1) }, group];
  for (const each of group.tabs) Object.assign(each!, { group });
  const place = { panelType: two } as never;

  it("are those of its title whose page is not there, behind another", () =>
    withProperty(vscode.window, "tabGroups", { all }, async () => {
      assert.deepEqual(sleepingTabs("Title", [place]), [sleeping]);
      assert.deepEqual(sleepingTabs("None", [place]), []);
    }));

  it("are brought to the front, and waited for until they are back", async () => {
    const resumed = new Emitter<string>();
    let isShown = false;
    const commands = await commandsDuring(async () => {
      const shown = showSleeping(sleeping as never, resumed.event).then(() => (isShown = true));
      await until("it is waited for", () => {
        resumed.fire(two);
        return true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(isShown, false, "that was another one");
      resumed.fire(one);
      await shown;
    });
    assert.deepEqual(commands, [
      ["workbench.action.focusSecondEditorGroup"],
      ["workbench.action.openEditorAtIndex", 1],
    ]);
  });

  it("are named by a menu with their type", () => {
    assert.equal(menuOf("webview-panel", `webview-panel/webview-${two}-1234`), two);
    assert.equal(menuOf("file", `/webview-${two}-1234`), undefined);
    assert.equal(menuOf("webview-panel", "webview-panel/webview-else-1234"), undefined);
    assert.equal(panelTypeIn(undefined), undefined);
    assert.equal(panelTypeIn("webview-panel"), undefined);
  });
});
