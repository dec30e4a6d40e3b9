import assert from "node:assert/strict";
import * as vscode from "vscode";
import { comparisonPanelType } from "../../../src/platform/editor/manifest";
import type { ComparisonContent, ComparisonView } from "../../../src/page/protocol/comparisonViews";
import type { ColumnChoice } from "../../../src/features/compare/core/choices";
import { workbench } from "../../support/builtInExperts";
import { questionsTo, startHub, type TestHub } from "../support/hub";
import { until } from "../support/inputs";
import { commandsDuring, quickPick, withWindow } from "../support/standIns";
import { CompareWindow } from "./compareFixture";

const [fails, slow, silent, quick] = [500, 2006, 2005, 300];

const comparisonTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith(comparisonPanelType),
    );

/** Runs *Compare with…*, and checks these rows of its list. */
async function pick(
  window: CompareWindow,
  about: object,
  isWanted: (choice: ColumnChoice, row: vscode.QuickPickItem) => boolean,
): Promise<readonly vscode.QuickPickItem[]> {
  const list = quickPick();
  const box = Object.assign(list.box, {
    buttons: [],
    onDidChangeSelection: new vscode.EventEmitter<unknown>().event,
    onDidTriggerButton: new vscode.EventEmitter<unknown>().event,
  });
  const [command] = window.compare.commands;
  await withWindow({ createQuickPick: () => box }, async () => {
    const running = command!.run(about);
    await until("the list is there", () => box.items.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 0));
    box.selectedItems = box.items.filter(
      (row) => "choice" in row && isWanted(row.choice as ColumnChoice, row),
    );
    list.acceptSelected();
    await running;
  });
  return box.items;
}

/** Asks the workbench, and then the others through the list. */
async function compared(window: CompareWindow, third = quick) {
  const { chats, sender } = window.chat;
  const chat = chats.side;
  chat.picked = { id: workbench, hubScope: window.connected.connection.hub!.scope };
  chat.draft = "1 + 1";
  const turn = await (await sender.send(chat)).settled;
  const { id } = chat.conversation;
  const ids = new Set([fails, third, silent]);
  const about = { conversationId: id, turnId: turn.id };
  await pick(window, about, ({ expertId }) => ids.has(expertId));
  await until("its tab is there", () => comparisonTabs().length === 1);
  return { id, turn, chat };
}

/** The rows that are checked when the list opens. */
async function remembered(window: CompareWindow, conversationId: string): Promise<string[]> {
  let labels: string[] = [];
  const list = quickPick();
  const events = { onDidChangeSelection: () => undefined, onDidTriggerButton: () => undefined };
  const box = Object.assign(list.box, { buttons: [], ...events });
  box.show = () => {
    labels = box.selectedItems.map(({ label }) => label);
    box.hide();
  };
  await withWindow({ createQuickPick: () => box }, () =>
    Promise.resolve(window.compare.commands[0]!.run({ conversationId })),
  );
  return labels;
}

const statesOf = ({ comparison, turns }: ComparisonContent): string[] =>
  comparison.columns.map(({ turnId }) => turns.find(({ id }) => id === turnId)!.result.state);

const shownTexts = (): string[] =>
  vscode.window.visibleTextEditors.map(({ document }) => document.getText());

describe("a comparison", () => {
  let hub: TestHub;
  let place: Awaited<ReturnType<typeof CompareWindow.folder>>;
  let windows: CompareWindow[];

  beforeEach(async () => {
    hub = await startHub();
    place = await CompareWindow.folder();
    windows = [];
  });
  afterEach(async () => {
    await vscode.window.tabGroups.close(comparisonTabs());
    for (const window of windows) {
      await window.chat.conversations.settle();
      window.dispose();
    }
    await hub.close();
    await place.remove();
  });

  function newWindow(): CompareWindow {
    const window = new CompareWindow(hub, place.folder, [workbench, fails, slow, silent, quick]);
    windows.push(window);
    return window;
  }

  /** How often each expert was asked. */
  const asked = (): Record<string, number> =>
    Object.fromEntries(
      [workbench, fails, slow, silent].map((id) => [
        id,
        questionsTo(hub).filter((body) => body["expert_id"] === id).length,
      ]),
    );

  it("leads back to the chat that it was called from when its list closes", async () => {
    const window = newWindow();
    const reached: string[] = [];
    const page = { focus: () => reached.push("chat"), run: () => undefined };
    const { focus } = window.chat.pageParts;
    focus.set(page, "question");
    const { box } = quickPick();
    box.show = () => {
      focus.set(page, undefined);
      box.hide();
    };
    window.chat.chats.side.draft = "1 + 1";
    const events = { onDidChangeSelection: () => undefined, onDidTriggerButton: () => undefined };
    await withWindow({ createQuickPick: () => Object.assign(box, events) }, () =>
      Promise.resolve(window.compare.commands[0]!.run()),
    );
    await until("the chat has the focus", () => reached.length > 0);
    assert.deepEqual(reached, ["chat"]);
    assert.equal(window.chat.chats.side.draft, "1 + 1");
  });

  it("counts and shows the chat's own request, too, where the question was not asked yet", async () => {
    const window = newWindow();
    const { side } = window.chat.chats;
    side.picked = { id: workbench, hubScope: window.connected.connection.hub!.scope };
    side.draft = "1 + 1";
    const selection = new vscode.EventEmitter<unknown>();
    const button = new vscode.EventEmitter<unknown>();
    const list = quickPick();
    const box = Object.assign(list.box, {
      title: "",
      buttons: [],
      onDidChangeSelection: selection.event,
      onDidTriggerButton: button.event,
    });
    const [command] = window.compare.commands;
    await withWindow({ createQuickPick: () => box }, async () => {
      const running = command!.run({ conversationId: side.conversation.id });
      await until("the list is there", () => box.items.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 0));
      box.selectedItems = box.items.filter((item) => "choice" in item).slice(0, 1);
      selection.fire(undefined);
      assert.match(box.title, /^2 requests, about \d+ tokens each/);
      button.fire(undefined);
      await until("the requests are shown", () =>
        shownTexts().some((text) => text.split('"input_data": "1 + 1"').length === 3),
      );
      box.hide();
      await running;
    });
    assert.equal(questionsTo(hub).length, 0);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("U1 keeps what is finished through stop, reload and a second window, and asks only the failed again", async () => {
    const first = newWindow();
    const { id, turn, chat } = await compared(first, slow);
    const shown = await first.page(id, turn.id);
    await until("the silent one is asked", () => asked()[silent] === 1);
    const now = async () => shown.calls.comparison();
    await until("one failed", async () => statesOf(await now())[1] === "failed");
    const { comparison } = await now();
    const columnOf = (expertId: number, view: ComparisonView = comparison) =>
      view.columns.find(({ id: column }) => JSON.parse(column)[1] === expertId)!;
    assert.equal(comparison.columns.length, 4);
    // Another window takes over what was there; nothing is asked again there.
    const second = newWindow();
    const other = await second.page(id, turn.id);
    assert.deepEqual(statesOf(await other.calls.comparison()), [
      "done",
      "failed",
      "interrupted",
      "interrupted",
    ]);
    await shown.calls.stopColumn({ column: columnOf(silent).id });
    await until("the slow one has answered", async () => statesOf(await now())[2] === "done");
    assert.deepEqual(statesOf(await now()), ["done", "failed", "done", "stopped"]);
    await until("the other window has it", async () => {
      return statesOf(await other.calls.comparison()).join() === "done,failed,done,stopped";
    });
    // A reload: the window begins again with what is on the disk.
    await first.chat.conversations.settle();
    first.dispose();
    windows.splice(windows.indexOf(first), 1);
    const reloaded = newWindow();
    const again = await reloaded.page(id, turn.id);
    const content = await again.calls.comparison();
    assert.deepEqual(statesOf(content), ["done", "failed", "done", "stopped"]);
    for (const column of content.comparison.columns) {
      const [, expertId] = JSON.parse(column.id) as [string, number];
      const { sent } = reloaded.chat.chats.of(id)!.conversation.get(column.turnId)!;
      assert.ok(questionsTo(hub).some((body) => body["expert_id"] === expertId));
      assert.equal((sent.body as { expert_id?: number }).expert_id, expertId);
    }
    assert.deepEqual(asked(), { [workbench]: 1, [fails]: 1, [slow]: 1, [silent]: 1 });
    await again.calls.askFailedAgain();
    await until("they are asked again", () => asked()[silent] === 2);
    await until("one failed again", async () => {
      return statesOf(await again.calls.comparison())[1] === "failed";
    });
    assert.deepEqual(asked(), { [workbench]: 1, [fails]: 2, [slow]: 1, [silent]: 2 });
    await again.calls.stopColumn({});
    await until("all have ended", async () => {
      return !statesOf(await again.calls.comparison()).includes("waiting");
    });
    assert.equal(chat.conversation.turns.length, 1);
    await again.calls.askFailedAgain();
    await until("they are on their way", () => asked()[silent] === 3);
    const before = questionsTo(hub).length;
    const { conversations, chats } = reloaded.chat;
    assert.ok(chats.of(id));
    conversations.forget(id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(questionsTo(hub).length, before);
  });

  it("U1 gives the conversation the answer of the star, once what failed is mended", async () => {
    const window = newWindow();
    const { chats, sender } = window.chat;
    const { keys, connection } = window.connected;
    const chat = chats.side;
    const { conversation } = chat;
    const { scope } = connection.hub!;
    chat.picked = { id: workbench, hubScope: scope };
    chat.draft = "1 + 1";
    await keys.store(scope, "a key that the hub refuses");
    const failed = await (await sender.send(chat)).settled;
    const about = { conversationId: conversation.id, turnId: failed.id };
    await pick(window, about, ({ temperature }) => temperature === 1);
    const shown = await window.page(conversation.id, failed.id);
    const states = async () => statesOf(await shown.calls.comparison());
    await until("both have failed", async () => (await states()).join() === "failed,failed");
    await keys.store(scope, hub.key);
    await shown.calls.askFailedAgain();
    await until("both have an answer", async () => (await states()).join() === "done,done");
    const { comparison, turns } = await shown.calls.comparison();
    const starred = comparison.columns.find(({ isBaseline }) => isBaseline)!;
    assert.equal(starred.turnId, comparison.turnId);
    assert.deepEqual(
      conversation.turns.map(({ id, result }) => [id, result.state]),
      [[turns.find(({ id }) => id === starred.turnId)!.id, "done"]],
    );
    assert.deepEqual(
      comparison.columns.map(({ isBaseline }) => isBaseline),
      [true, false],
    );
    chat.draft = "2 + 2";
    await (
      await sender.send(chat)
    ).settled;
    const history = questionsTo(hub).at(-1)?.["conversation_history"] as { content: string }[];
    assert.equal(history.length, 2, "the question and the answer with the star");
  });

  it("continues with the answer that is chosen, in a new conversation if this one went on", async () => {
    const window = newWindow();
    const { id, turn, chat } = await compared(window);
    const shown = await window.page(id, turn.id);
    const stateOf = async (at: number) => statesOf(await shown.calls.comparison())[at];
    const isThere = async () => (await stateOf(2)) === "done" || (await stateOf(3)) === "done";
    await until("one has answered", isThere);
    const { comparison } = await shown.calls.comparison();
    const { turnId } = comparison.columns.find(({ canContinue }) => canContinue)!;
    await shown.calls.continueWith({ turnId });
    assert.deepEqual(
      chat.conversation.turns.map(({ id: one }) => one),
      [turnId],
    );
    const after = (await shown.calls.comparison()).comparison;
    assert.equal(after.turnId, turnId);
    const starred = after.columns.find(({ isBaseline }) => isBaseline)!;
    assert.equal(JSON.parse(starred.id)[1], quick);
    assert.deepEqual(
      after.columns.map(({ id: column }) => column),
      comparison.columns.map(({ id: column }) => column),
      "the columns stay where they are",
    );
    await shown.calls.stopColumn({});
    chat.draft = "2 + 2";
    chat.picked = { id: workbench, hubScope: window.connected.connection.hub!.scope };
    await (
      await window.chat.sender.send(chat)
    ).settled;
    const history = questionsTo(hub).at(-1)?.["conversation_history"] as { content: string }[];
    assert.equal(history.length, 2, "only the answer that was chosen");
    await withWindow({ showWarningMessage: async () => "Continue" }, () =>
      shown.calls.continueWith({ turnId: turn.id }),
    );
    const fork = window.chat.chats.side.conversation;
    assert.notEqual(fork.id, id);
    assert.equal(fork.turns.length, 1);
    assert.equal(fork.turns[0]!.asked.expertId, workbench);
    assert.equal(chat.conversation.turns.length, 2);
  });

  it("continues with the answer of another hub, which is used from then on, without a question", async () => {
    const window = newWindow();
    const { connection } = window.connected;
    const baseUrl = hub.baseUrl.replace("127.0.0.1", "localhost");
    const other = await connection.hubs.add({ baseUrl, name: "Other" });
    const { id, turn, chat } = await compared(window);
    const asked = { ...turn.asked, hubScope: other.scope };
    const theirs = { ...turn, id: crypto.randomUUID(), beside: turn.id, asked };
    chat.conversation.put(theirs);
    const { calls } = await window.page(id, turn.id);
    assert.deepEqual(await commandsDuring(() => calls.continueWith({ turnId: theirs.id })), []);
    assert.equal(connection.hub?.scope, other.scope);
    assert.deepEqual(
      chat.conversation.turns.map((one) => one.id),
      [theirs.id],
    );
    assert.equal(window.chat.sender.hubs.otherHub(chat), undefined, "a card would block the chat");
    assert.equal(chat.pending.current, undefined);
    await calls.stopColumn({});
  });

  it("shows differences and requests", async () => {
    const window = newWindow();
    const { id, turn } = await compared(window);
    const { calls } = await window.page(id, turn.id);
    const quickColumn = async () => {
      const { columns } = (await calls.comparison()).comparison;
      return columns.find(({ id: column }) => JSON.parse(column)[1] === quick)!;
    };
    await until("it has answered", async () => (await quickColumn()).canContinue);
    const { turnId } = await quickColumn();
    const commands = await commandsDuring(() => calls.diffAnswers({ turnId }));
    assert.deepEqual(
      commands.map(([name, ...args]) => [name, args.length]),
      [["vscode.diff", 3]],
    );
    assert.equal(commands[0]?.[3], "Expert 5 ↔ Expert 300");
    await calls.showRequests();
    await until("the requests are shown", () =>
      shownTexts().some((text) => text.split('"endpoint"').length === 5),
    );
    await calls.stopColumn({});
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("lists models and experts first, then what is rarer, and remembers what was picked", async () => {
    const window = newWindow();
    window.listModels = () => assert.fail("only the built-in hub is given models");
    const { id, turn, chat } = await compared(window);
    const { roster, connection } = window.connected;
    const models = [
      { id: 71, name: "Small" },
      { id: 72, name: "Large" },
    ];
    await roster.savedRosters.change(connection.hub!.scope, (stored) => ({
      ...stored,
      kept: stored.kept.map((one) => {
        const abilities = [{ id: 5, name: "Short" }];
        const expert = { id: one.id, name: `No. ${one.id}`, abilities, expert_llm_models: models };
        return { ...one, expert: expert as never };
      }),
    }));
    chat.conversation.remove(turn.id);
    chat.draft = "2 + 2";
    const rows = await pick(window, { conversationId: id }, () => false);
    const shown = rows.map(({ label, kind }) =>
      kind === vscode.QuickPickItemKind.Separator ? `— ${label}` : label,
    );
    const more = shown.indexOf("— More");
    assert.deepEqual(shown.slice(0, 4), [
      "— Models",
      "Small",
      "Large",
      `— ${connection.hub!.label}`,
    ]);
    assert.deepEqual(
      shown.slice(4, more).toSorted(),
      [fails, quick, silent, slow].map((one) => `No. ${one}`).toSorted(),
    );
    assert.deepEqual(shown.slice(more + 1, more + 5), [
      "Short",
      "Temperature 0",
      "Temperature 0.5",
      "Temperature 1",
    ]);
    assert.ok(shown.includes(`No. ${quick} · Large`) && shown.includes(`No. ${quick} · Short`));
    const again = await remembered(window, id);
    assert.deepEqual(
      again.toSorted(),
      [fails, quick, silent].map((one) => `No. ${one}`).toSorted(),
    );
  });

  it("offers four columns at most, and no more once they are there", async () => {
    const window = newWindow();
    const { side } = window.chat.chats;
    side.picked = { id: workbench, hubScope: window.connected.connection.hub!.scope };
    side.draft = "1 + 1";
    const selection = new vscode.EventEmitter<unknown>();
    const list = quickPick();
    const box = Object.assign(list.box, {
      title: "",
      buttons: [],
      onDidChangeSelection: selection.event,
      onDidTriggerButton: () => undefined,
    });
    await withWindow({ createQuickPick: () => box }, async () => {
      const running = window.compare.commands[0]!.run();
      await until("the list is there", () => box.items.length > 0);
      await new Promise((resolve) => setTimeout(resolve, 0));
      const rows = box.items.filter((item) => "choice" in item);
      const check = (count: number) => {
        box.selectedItems = rows.slice(0, count);
        selection.fire(undefined);
        return box.title;
      };
      assert.equal(check(5), "At most 4 answers stand side by side: uncheck 2");
      list.acceptSelected();
      await new Promise((resolve) => setTimeout(resolve, 0));
      assert.equal(questionsTo(hub).length, 0);
      assert.match(check(3), /^4 requests, about/);
      list.acceptSelected();
      await running;
    });
    // One that comes later would be that of the next test.
    await until("its tab is there", () => comparisonTabs().length === 1);
    const [turn] = side.conversation.turns;
    const { calls } = await window.page(side.conversation.id, turn!.id);
    const { columns, canAdd } = (await calls.comparison()).comparison;
    assert.deepEqual([columns.length, canAdd], [4, false]);
    const unused = { createQuickPick: () => assert.fail("it offers more") };
    await withWindow(unused, () => calls.addColumn());
    await calls.stopColumn({});
  });

  it("N12 leaves the focus where it is while something has to be decided in the chat", async () => {
    const window = newWindow();
    const { id, turn, chat } = await compared(window);
    const { calls, heard } = await window.page(id, turn.id);
    await calls.comparison();
    await until("all are asked", () => questionsTo(hub).length === 4);
    await calls.stopColumn({});
    const before = questionsTo(hub).length;
    const request = { sentence: "Send it?", reasons: [], choices: ["Send"], no: "Cancel" };
    window.confirm = async () => (await chat.pending.ask(request)) !== undefined;
    const commands = await commandsDuring(async () => {
      const asking = calls.askFailedAgain().catch(() => "declined");
      await until("it is asked in the chat", () => chat.pending.current !== undefined);
      chat.pending.answer(chat.pending.current!.id, undefined);
      assert.equal(await asking, "declined");
    });
    assert.deepEqual(commands, []);
    assert.equal(
      heard.some((one) => (one as { event?: string }).event === "focus"),
      false,
    );
    assert.equal(questionsTo(hub).length, before);
  });

  it("takes out of the composer what it has sent, and nothing where nobody was picked", async () => {
    const window = newWindow();
    const { side } = window.chat.chats;
    side.picked = { id: workbench, hubScope: window.connected.connection.hub!.scope };
    side.draft = "1 + 1";
    const about = { conversationId: side.conversation.id };
    await pick(window, about, () => false);
    assert.deepEqual([side.draft, side.conversation.turns.length], ["1 + 1", 0]);
    await pick(window, about, ({ expertId }) => expertId === quick);
    assert.equal(side.draft, "");
    await until("both are answered", () => questionsTo(hub).length === 2);
    await until("the comparison is open", () => comparisonTabs().length === 1);
  });

  it("has one tab, which goes with its conversation", async () => {
    const window = newWindow();
    const { id, turn } = await compared(window);
    const { panels } = window.compare;
    await panels.open(id, turn.id);
    await panels.open(id, window.chat.chats.side.conversation.turns.at(-1)!.id);
    assert.equal(comparisonTabs().length, 1);
    await until("it is in front", () => comparisonTabs()[0]?.isActive === true);
    await window.chat.saved.remove(id);
    await until("its tab is gone", () => comparisonTabs().length === 0);
  });

  it("has no tab without a question", async () => {
    const window = newWindow();
    const { id, turn } = await compared(window);
    const closed: unknown[] = [];
    const panel = { dispose: () => closed.push(true) } as unknown as vscode.WebviewPanel;
    for (const state of [undefined, {}, { conversationId: id }, { turnId: turn.id }, "x"])
      await window.compare.panels.resume(panel, undefined as never, state);
    assert.equal(closed.length, 5);
    await until("the comparison is open", () => comparisonTabs().length === 1);
    await window.compare.panels.open(id, "gone");
    await until("the other tab is gone", () => comparisonTabs().length === 1);
  });

  it("takes no call that is not about its turns, and says what is gone", async () => {
    const window = newWindow();
    const { id, turn, chat } = await compared(window);
    const shown = await window.page(id, turn.id);
    await until("all are asked", () => questionsTo(hub).length === 4);
    for (const args of [{ column: 7 }, { column: "none" }])
      await shown.calls.stopColumn(args as never).catch(() => undefined);
    assert.ok(statesOf(await shown.calls.comparison()).includes("waiting"));
    await shown.calls.stopColumn({});
    const before = questionsTo(hub).length;
    const answered = shown.call("send", { text: "Leak" }).then(
      () => "answered",
      () => "refused",
    );
    const late = new Promise((resolve) => setTimeout(resolve, 200, "ignored"));
    assert.equal(await Promise.race([answered, late]), "ignored");
    assert.equal(questionsTo(hub).length, before);
    const scope = window.connected.connection.hub!.scope;
    await window.connected.roster.savedRosters.change(scope, () => ({ kept: [{ id: workbench }] }));
    const { comparison } = await shown.calls.comparison();
    assert.deepEqual(
      comparison.columns.map(({ problem }) => problem !== undefined),
      [false, true, true, true],
    );
    await assert.rejects(shown.calls.askFailedAgain(), /no longer in your list/);
    assert.equal(questionsTo(hub).length, before);
    chat.conversation.remove(turn.id);
    await assert.rejects(shown.calls.comparison(), /no longer exists/);
    await until("its tab is closed", () => comparisonTabs().length === 0);
  });
});
