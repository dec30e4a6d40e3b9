import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Chat } from "../../../src/features/asking/core/chat";
import { ChatPlaces } from "../../../src/features/asking/core/chatPlaces";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import { ChatPage, type ChatPageParts } from "../../../src/features/chat/editor/chatPage";
import { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import {
  ChatPresenter,
  type ChatPresenterParts,
} from "../../../src/features/chat/editor/chatPresenter";
import type { OpenedPage } from "../../../src/features/chat/editor/openedPage";
import type { ShownState } from "../../../src/contract/vocabulary";
import { Emitter } from "../../../src/kit/event";
import type { HostMessage } from "../../../src/page/protocol/messages";
import type { ChatView } from "../../../src/page/protocol/views";
import { ChatFixture, useFixture } from "../support/chatFixture";
import type { TestHub } from "../support/hub";
import { nextMessage, until } from "../support/inputs";
import { chatShown, recordCommands, withProperty } from "../support/standIns";
import { noPolicy } from "../../../src/policy/policy";

/** A page of the side bar as VS Code creates it, and what it is sent. */
function sidePage() {
  const received = new vscode.EventEmitter<unknown>();
  const disposed = new vscode.EventEmitter<void>();
  const toggled = new vscode.EventEmitter<void>();
  const heard: HostMessage[] = [];
  const shown: boolean[] = [];
  const opened = {
    onDidReceiveMessage: received.event,
    postMessage: async (message: HostMessage) => heard.push(message) > 0,
  } as unknown as OpenedPage;
  const view = {
    visible: true,
    onDidDispose: disposed.event,
    onDidChangeVisibility: toggled.event,
    show: (preserveFocus: boolean) => shown.push(preserveFocus),
  } as unknown as vscode.WebviewView;
  let id = 0;
  return {
    opened,
    view,
    heard,
    shown,
    events: () => heard.flatMap((message) => ("event" in message ? [message.event] : [])),
    /** Like the page's script; resolves with the reply. */
    call: async (call: string, args?: unknown): Promise<HostMessage> => {
      const own = id++;
      received.fire({ call, id: own, args });
      const reply = () => heard.find((message) => "reply" in message && message.reply === own);
      await until(`${call} is answered`, () => reply() !== undefined);
      return reply()!;
    },
    close: () => disposed.fire(),
    toggle: () => toggled.fire(),
  };
}

describe("the page of the side bar", () => {
  let fixture: ChatFixture;
  let panels: ChatPanels;
  useFixture((started) => {
    fixture = started;
  });
  const commands: unknown[][] = [];
  let restoreCommands: () => void;
  let whileOpening: () => Promise<void>;

  beforeEach(() => {
    commands.length = 0;
    whileOpening = async () => {};
    restoreCommands = recordCommands(commands, () => whileOpening());
    panels = new ChatPanels(vscode.Uri.file("/"), fixture.chats, fixture.pageParts);
  });
  afterEach(() => {
    restoreCommands();
    panels.dispose();
  });

  it("gets the cursor that it was opened with once it is loaded, and not once more", async () => {
    await panels.openSide();
    assert.deepEqual(commands, chatShown());
    const first = sidePage();
    panels.resolveSide(first.view, first.opened);
    assert.deepEqual(first.events(), []);
    await first.call("ready");
    assert.deepEqual(first.events(), ["focus"]);
    await first.call("ready");
    assert.deepEqual(first.events(), ["focus"], "the page was only loaded again");
    first.close();
    const second = sidePage();
    panels.resolveSide(second.view, second.opened);
    await second.call("ready");
    assert.deepEqual(second.events(), [], "nobody asked for this one");
  });

  it("carries out a command once, though it loads before VS Code says that its view is open", async () => {
    const page = sidePage();
    whileOpening = async () => {
      panels.resolveSide(page.view, page.opened);
      await page.call("ready");
    };
    await panels.run("nextTurn");
    assert.deepEqual(page.events(), ["command"]);
  });

  it("is asked to open its find box only after VS Code has shown the view again", async () => {
    const page = sidePage();
    panels.resolveSide(page.view, page.opened);
    await page.call("ready");
    let told: readonly string[] | undefined;
    whileOpening = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      told = page.events();
    };
    await panels.find();
    assert.deepEqual([told, page.events()], [[], ["find"]]);
  });

  it("opens with its find box, or at a turn, whichever was asked for last", async () => {
    await panels.openSide();
    await panels.find();
    const page = sidePage();
    panels.resolveSide(page.view, page.opened);
    await page.call("ready");
    assert.deepEqual(page.events(), ["find"]);
    await panels.showTurn("t1");
    assert.deepEqual(page.heard.at(-1), { event: "reveal", turnId: "t1" });
    await panels.showTurn(undefined);
    assert.deepEqual(page.heard.at(-1), { event: "focus" });
  });

  it("is revealed without the cursor, and is then the place that the user is in", async () => {
    await panels.revealSide();
    assert.deepEqual(commands, chatShown({ preserveFocus: true }));
    const page = sidePage();
    panels.resolveSide(page.view, page.opened);
    await page.call("ready");
    const tab = { chat: new Chat(), isVisible: true, find: () => {} };
    fixture.chats.places.add(tab);
    fixture.chats.places.enter(tab);
    assert.equal(fixture.chats.places.inOrder[0], tab);
    await panels.revealSide();
    assert.deepEqual(page.shown, [true]);
    assert.deepEqual(commands, chatShown({ preserveFocus: true }));
    assert.equal(fixture.chats.places.inOrder[0]?.chat, fixture.chats.side);
    fixture.chats.places.enter(tab);
    await page.call("entered");
    assert.equal(fixture.chats.places.inOrder[0]?.chat, fixture.chats.side);
    assert.deepEqual(page.events(), []);
    page.close();
    assert.deepEqual(fixture.chats.places.inOrder, [tab]);
  });

  it("says what it shows while it is visible, and only of the chat that it shows", async () => {
    const page = sidePage();
    const shown = () => panels.shownInSide?.conversation;
    assert.equal(shown(), undefined);
    panels.resolveSide(page.view, page.opened);
    assert.equal(shown(), undefined, "it is not loaded");
    await page.call("ready");
    const { conversation } = fixture.chats.side;
    assert.equal(shown(), conversation.id);
    Object.assign(page.view, { visible: false });
    assert.equal(shown(), undefined);
    Object.assign(page.view, { visible: true });
    fixture.chats.renewSide();
    assert.notEqual(shown(), conversation.id);
    await until("the new one is shown", () => shown() !== undefined);
    assert.equal(shown(), fixture.chats.side.conversation.id);
    assert.ok(page.events().includes("chat"));
  });

  it("counts on its view the answers that no tab marks, until they are seen", async () => {
    const page = sidePage();
    const { unseen } = fixture.chats;
    unseen.add("elsewhere");
    panels.resolveSide(page.view, page.opened);
    assert.deepEqual(page.view.badge, { value: 1, tooltip: "1 new answer" });
    const { id } = fixture.chats.side.conversation;
    for (const _ of [1, 2]) unseen.add(id);
    assert.deepEqual(page.view.badge, { value: 3, tooltip: "3 new answers" });
    unseen.clear(["elsewhere", id]);
    assert.equal(page.view.badge, undefined);
    let changes = 0;
    const listening = fixture.chats.places.onDidChange(() => changes++);
    page.toggle();
    listening.dispose();
    assert.equal(changes, 1);
    await panels.showConversation(id, "t1");
    await page.call("ready");
    assert.deepEqual(
      page.heard.find((message) => "event" in message && message.event === "reveal"),
      {
        event: "reveal",
        turnId: "t1",
      },
    );
    await assert.rejects(panels.showConversation("none", undefined), { kind: "not-found" });
  });

  it("P10 hears the reason of a refused call, and nothing about one that is none", async () => {
    const page = sidePage();
    panels.resolveSide(page.view, page.opened);
    await page.call("ready");
    const wrong = await page.call("useTurn", { turnId: "none", action: "fork" });
    assert.equal("failure" in wrong && wrong.failure, "This question no longer exists.");
    const reply = await page.call("entered");
    assert.equal("result" in reply && reply.result, null);
  });
});

const never = () => ({ dispose: () => {} });

const states = (all: readonly unknown[]) =>
  all.filter((data) => (data as { event?: string }).event === "pageState").length;

describe("what the page shows around its turns", () => {
  let fixture: ChatFixture;
  let hub: TestHub;
  useFixture((started, its) => {
    fixture = started;
    hub = its;
  });

  it("has the expert with role, choice and three questions to begin with", async () => {
    const { expert } = (await fixture.view()).pageState;
    const known = fixture.roster.current?.expert;
    assert.equal(expert?.name, known?.name);
    assert.equal(expert?.role, known?.function_name ?? known?.profession);
    assert.ok(expert?.role);
    assert.deepEqual(
      expert.suggestions,
      known?.abilities.slice(0, 3).map(({ id, name }) => ({ abilityId: id, text: name })),
    );
    assert.ok(expert.suggestions.length > 0);
    assert.deepEqual([expert.abilityName, expert.modelName], [undefined, undefined]);
    const [ability] = known?.abilities ?? [];
    const model = known?.expert_llm_models.at(-1);
    await fixture.roster.choose(expert.id, { abilityId: ability?.id, modelId: model?.id });
    const chosen = (await fixture.view()).pageState.expert;
    assert.deepEqual([chosen?.abilityName, chosen?.modelName], [ability?.name, model?.name]);
  });

  it("has the hub, the title, the composer and what is missing", async () => {
    const { pageState: empty } = await fixture.view();
    assert.equal(empty.hubLabel, new URL(hub.baseUrl).host);
    assert.deepEqual(
      [empty.builtIn, empty.title, empty.setupStep, empty.busy, empty.draft],
      [false, undefined, undefined, false, ""],
    );
    await fixture.send("1 + 1");
    fixture.page.chat.draft = "and now?";
    assert.equal((await fixture.view()).pageState.title, "1 + 1");
    assert.equal((await fixture.view()).pageState.draft, "and now?");
    await fixture.roster.remove(fixture.roster.list.map(({ id }) => id));
    const { pageState: bare } = await fixture.view();
    assert.deepEqual([bare.setupStep, bare.expert], ["expert", undefined]);
    fixture.settings.baseUrl = "";
    const { pageState: alone } = await fixture.view();
    assert.deepEqual([alone.setupStep, alone.hubLabel], ["hub", undefined]);
  });

  it("takes the selection off in every page", async () => {
    fixture.page.chat.attachments = [
      {
        id: "a",
        text: "1",
        languageId: "",
        label: "a.txt:1",
        detail: "",
      },
    ];
    assert.equal((await fixture.view()).pageState.attachments[0]?.label, "a.txt:1");
    await fixture.call.removeAttachment({ id: fixture.page.chat.attachments[0]?.id ?? "" });
    assert.equal((await fixture.view()).pageState.attachments[0], undefined);
  });

  it("copies a question of another hub as a command to that hub", async () => {
    await fixture.send("1 + 1");
    const elsewhere = { ...fixture.last, id: "elsewhere" };
    const { asked } = fixture.last;
    const origin = "https://elsewhere.example";
    fixture.conversation.put({ ...elsewhere, asked: { ...asked, hubScope: origin } });
    await fixture.call.useTurn({ turnId: "elsewhere", action: "copyAsCurl" });
    const command = await vscode.env.clipboard.readText();
    assert.ok(command.startsWith(`curl -sS -X POST '${origin}/api/v1/invoke_agent' `), command);
    assert.ok(!command.includes("x-team"), command);
  });

  it("copies a question with the headers of its hub's address, but not their values", async () => {
    await fixture.send("1 + 1");
    fixture.addressHeaders.set(fixture.last.asked.hubScope, { "x-team": "SECRET-VALUE" });
    const told = nextMessage("showInformationMessage");
    await fixture.call.useTurn({ turnId: fixture.last.id, action: "copyAsCurl" });
    assert.match(await told, /variables EXPERT_HUB_API_KEY, EXPERT_HUB_X_TEAM\.$/);
    const command = await vscode.env.clipboard.readText();
    assert.ok(command.includes(`-H 'x-team: '"$EXPERT_HUB_X_TEAM"`), command);
    assert.ok(!command.includes("SECRET-VALUE"), command);
  });

  it("has the marks of the chat that it shows, whichever state was ready first", async () => {
    const waiting: (() => void)[] = [];
    const marks: ShownState[] = [];
    const webview = {
      onDidReceiveMessage: () => ({ dispose: () => {} }),
      postMessage: async () => true,
    };
    const { presenter } = fixture.pageParts;
    const slow = {
      onDidChange: presenter.onDidChange,
      onDidChangeHub: presenter.onDidChangeHub,
      onDidChangeAnswer: presenter.onDidChangeAnswer,
      onDidSuggest: presenter.onDidSuggest,
      turn: presenter.turn.bind(presenter),
      of: async (chat: Chat) => {
        const state = await presenter.of(chat);
        marks.push(state.shownState);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return state;
      },
    } as unknown as ChatPageParts["presenter"];
    const page = new ChatPage(webview, new Chat(), { ...fixture.pageParts, presenter: slow });
    const first = page.view();
    await until("the first is on its way", () => waiting.length === 1);
    const second = page.show(new Chat());
    await until("the second is on its way", () => waiting.length === 2);
    waiting[1]?.();
    await second;
    waiting[0]?.();
    await first;
    assert.equal(page.shownState, marks[1]);
    page.dispose();
  });

  it("has the marks of options once they are chosen", async () => {
    const { options, shownState } = (await fixture.view()).pageState;
    await fixture.call.setOptions({ options: { ...options, temperature: 0.5 } });
    assert.notEqual(fixture.page.shownState?.options, shownState.options);
    assert.match(fixture.page.shownState?.options ?? "", /"temperature":0\.5/);
  });

  it("keeps a question that is out, and discards one that was stopped", async () => {
    await fixture.send("1 + 1");
    const discard = (id: string) => fixture.call.useTurn({ turnId: id, action: "discard" });
    for (const state of ["waiting", "stopped"] as const)
      fixture.conversation.put({ ...fixture.last, id: state, result: { state } });
    await assert.rejects(async () => discard("waiting"), /Only a question without an answer/);
    await discard("stopped");
    assert.deepEqual(
      fixture.conversation.turns.map(({ result }) => result.state),
      ["done", "waiting"],
    );
  });

  it("is sent its turns again when the hub changes, with the hub that was asked", async () => {
    await fixture.send("1 + 1");
    await fixture.view();
    const chats = () =>
      fixture.heard.flatMap((data) => {
        const { event, chat } = data as { event?: string; chat?: ChatView };
        return event === "chat" && chat ? [chat] : [];
      });
    const before = chats().length;
    await fixture.useBuiltIn(true);
    await until("it is sent", () => chats().length > before);
    assert.equal(chats().at(-1)?.turns[0]?.otherHub, new URL(hub.baseUrl).host);
    assert.equal(chats().at(-1)?.pageState.builtIn, true);
  });

  it("O3 asks the hub that the user chooses meanwhile, with nothing of the one before", async () => {
    await fixture.send("1 + 1");
    const step = async () => (await fixture.view()).pageState.setupStep;
    await fixture.useBuiltIn(true);
    assert.notEqual(await step(), "otherHub", "who chooses a hub has decided");
    await fixture.store.update("useBuiltInHub", () => false);
    await fixture.useBuiltIn(false);
    assert.notEqual(await step(), "otherHub", "it is its own hub again");
  });

  it("is updated when experts, draft or title change", async () => {
    await fixture.view();
    for (const change of [
      () => fixture.roster.use(fixture.roster.list[0]?.id ?? 0),
      async () => {
        fixture.page.chat.draft = "words";
      },
      async () => fixture.conversation.rename("Title"),
    ]) {
      const before = states(fixture.heard);
      await change();
      await until("the page is updated", () => states(fixture.heard) > before);
    }
  });

  it("is updated when options, contexts, trust, notices or the window's focus change", () => {
    const { window, workspace } = vscode;
    const { onDidChangeWindowState } = window;
    const { onDidGrantWorkspaceTrust } = workspace;
    const [experts, options, hubs] = [
      new Emitter<void>(),
      new Emitter<void>(),
      new Emitter<void>(),
    ];
    const [defaults, attachments, contexts, instructions, tools] = [
      new Emitter<void>(),
      new Emitter<void>(),
      new Emitter<void>(),
      new Emitter<void>(),
      new Emitter<void>(),
    ];
    const trusted = new vscode.EventEmitter<void>();
    const focused = new vscode.EventEmitter<{ focused: boolean }>();
    Object.assign(window, { onDidChangeWindowState: focused.event });
    Object.assign(workspace, { onDidGrantWorkspaceTrust: trusted.event });
    const places = new ChatPlaces();
    const presenter = new ChatPresenter({
      chats: { places },
      contexts: { onDidChange: contexts.event },
      roster: { onDidChange: experts.event },
      options: { onDidChange: options.event },
      connection: { onDidChange: hubs.event },
      defaultExpert: { onDidChange: defaults.event },
      attachmentChanges: { onDidChange: attachments.event },
      reviews: { onDidChange: new Emitter().event },
      applied: { onDidChange: new Emitter().event },
      suggested: { onDidChange: new Emitter().event },
      instructions: { onDidChange: instructions.event },
      tools: { editor: { onDidChange: tools.event } },
    } as unknown as ChatPresenterParts);
    Object.assign(window, { onDidChangeWindowState });
    Object.assign(workspace, { onDidGrantWorkspaceTrust });
    let [updates, redraws] = [0, 0];
    presenter.onDidChange(() => updates++);
    presenter.onDidChangeHub(() => redraws++);
    const changes = [
      () => experts.fire(),
      () => options.fire(),
      () => defaults.fire(),
      () => attachments.fire(),
      () => contexts.fire(),
      () => instructions.fire(),
      () => tools.fire(),
      () => trusted.fire(),
      () => focused.fire({ focused: true }),
    ];
    for (const [index, change] of changes.entries()) {
      change();
      assert.equal(updates, index + 1, String(change));
    }
    focused.fire({ focused: false });
    assert.deepEqual([updates, redraws], [9, 0]);
    hubs.fire();
    assert.deepEqual([updates, redraws], [9, 1]);
    presenter.dispose();
    for (const change of changes) change();
    assert.equal(updates, 9);
  });

  it("has all that is so around its turns", async () => {
    const shownState = { hub: "h" } as ShownState;
    const options = { mode: "agent", tools: {}, documentUrls: [], memory: "both" };
    const state = (more: object = {}, temperature?: number) =>
      new ChatPresenter({
        chats: { places: new ChatPlaces() },
        contexts: { onDidChange: never },
        roster: { onDidChange: never },
        defaultExpert: { onDidChange: never },
        reviews: { onDidChange: never },
        applied: { onDidChange: never },
        suggested: { onDidChange: never, suggestionFor: () => undefined },
        attachmentChanges: { onDidChange: never, idsAmong: () => new Set() },
        options: { onDidChange: never, effective: () => options },
        connection: {
          onDidChange: never,
          hub: { label: "hub.example", builtIn: false },
          policy: noPolicy,
        },
        settings: { temperature },
        instructions: { onDidChange: never },
        tools: { of: () => ({}), editor: { onDidChange: never } },
        setup: { nextSetupStep: async () => "key" },
        sender: {
          isBusy: () => true,
          shownState: () => shownState,
          expertOf: () => undefined,
          lastingExpertOf: () => undefined,
          hubs: { otherHub: () => undefined },
          attachmentsOf: () => [],
          ...more,
        },
      } as unknown as ChatPresenterParts).of(new Chat());
    const { conversationId, ...rest } = await state();
    assert.match(conversationId, /^[\da-f-]{36}$/);
    assert.deepEqual(rest, {
      setupStep: "key",
      hubLabel: "hub.example",
      builtIn: false,
      attachments: [],
      draft: "",
      draftRevision: 0,
      busy: true,
      shownState,
      options,
    });
    const expert = { id: 7 };
    const seven = () => expert;
    const restricted = await withProperty(vscode.workspace, "isTrusted", false, () =>
      state({ isBusy: () => false, expertOf: seven, lastingExpertOf: seven }, 0),
    );
    assert.match(restricted.restricted ?? "", /^Restricted Mode: /);
    assert.deepEqual([restricted.busy, restricted.defaultTemperature], [false, 0]);
    assert.deepEqual(restricted.expert, {
      id: 7,
      name: "Expert 7",
      suggestions: [],
      followUps: [],
    });
  });

  it("is not told of what was typed in it", async () => {
    await fixture.view();
    const heard: HostMessage[] = [];
    const webview = {
      onDidReceiveMessage: () => ({ dispose: () => {} }),
      postMessage: async (message: HostMessage) => heard.push(message) > 0,
    };
    const other = new ChatPage(webview, fixture.page.chat, fixture.pageParts);
    await other.view();
    const before = states(fixture.heard);
    const { id: conversationId } = fixture.conversation;
    await fixture.call.saveDraft({ conversationId, text: "typed here" });
    await until("the other page is updated", () => states(heard) > 0);
    fixture.page.enterBox();
    await until("all is heard", () => JSON.stringify(fixture.heard.at(-1)).includes("focus"));
    assert.equal(states(fixture.heard), before);
    other.dispose();
  });

  it("ends with its page: nothing is sent afterwards, and its chat is let go of", async () => {
    await fixture.send("1 + 1");
    const { chats } = fixture;
    const heard: HostMessage[] = [];
    const webview = {
      onDidReceiveMessage: () => ({ dispose: () => {} }),
      postMessage: async (message: HostMessage) => heard.push(message) > 0,
    };
    const { chat, hold } = await chats.acquire(fixture.conversation.id);
    const page = new ChatPage(webview, chat, fixture.pageParts);
    hold.dispose();
    await page.view();
    chats.renewSide();
    await until("the fixture shows the new one", () => fixture.page.chat !== chat);
    assert.equal(chats.of(chat.conversation.id), chat);
    const before = heard.length;
    page.dispose();
    chat.picked = { id: 7, hubScope: "hub" };
    page.enterBox();
    await until("it is let go of", () => chats.of(chat.conversation.id) === undefined);
    assert.equal(heard.length, before);
    assert.ok(chat.conversation instanceof Conversation);
  });
});
