import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type * as vscode from "vscode";
import {
  ConversationRows,
  type ConversationRow,
} from "../../../src/features/history/editor/conversationRows";
import { renameConversation, togglePin } from "../../../src/features/history/editor/commands";
import { ConversationSelection } from "../../../src/features/history/editor/conversationSelection";
import { deleteConversation } from "../../../src/features/history/editor/deleteConversation";
import { Notify, offerUndo } from "../../../src/platform/editor/notify";
import type { Disposable } from "../../../src/kit/disposable";
import { chatFeature, type TestChat } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { withFocusOn, withWindow } from "../support/standIns";

const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
const key = { focused: true };

const labelOf = ({ label }: vscode.TreeItem): string => label as string;

describe("the tree of conversations", () => {
  let folder: string;
  let feature: TestChat;
  let messages: Messages;
  let owned: Disposable[];
  let rows: ConversationRows;
  let tree: { selection: ConversationRow[] };
  let selection: ConversationSelection;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-tree-"));
    owned = [];
    const own = <T extends Disposable>(one: T): T => (owned.push(one), one);
    const connected = connectedTo({ baseUrl: "https://hub.example", key: "k" });
    feature = chatFeature(connected, { settings: connected.settings, folder, own });
    rows = own(new ConversationRows(feature.saved, feature.chats));
    tree = { selection: [] };
    selection = new ConversationSelection(tree, feature.argument, feature.saved);
    messages = new Messages();
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned.toReversed()) one.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The row of a conversation on disk that nobody has open. */
  async function saved(title: string, askedAt = Date.now()): Promise<ConversationRow> {
    const { conversations } = feature;
    const { id } = await conversations.add({
      id: crypto.randomUUID(),
      changes: [
        { kind: "title", title },
        {
          kind: "turn",
          turn: {
            id: "1",
            question: { typed: title, expertId: 1 },
            sent: { endpoint: "invoke_agent", body: { expert_id: 1, input_data: title } },
            askedAt,
            asked: { expertId: 1, expertName: "One", hubScope: "", builtIn: false },
            result: { state: "interrupted" },
          },
        },
      ],
    });
    await conversations.unload(id, () => true);
    return (await flat()).find(({ conversationId }) => conversationId === id)!;
  }

  const flat = async () => (await rows.list()).flatMap((group) => group.rows);
  const titles = async () =>
    (await flat()).map((row) => labelOf(row)).toSorted((a, b) => a.localeCompare(b));
  const files = async () => (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));

  function deleting() {
    const { chats, conversations, panels } = feature;
    const parts = { chats, conversations, saved: feature.saved, panels };
    return deleteConversation({ ...parts, selection, notify });
  }

  it("has a group for each day, and one for what is pinned", async () => {
    const now = new Date();
    const midnight = (days: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime();
    await saved("today", midnight(0));
    await saved("yesterday", midnight(1));
    await saved("this week", midnight(5));
    const old = await saved("old", midnight(30));
    const shown = async () =>
      (await rows.list()).map((group) =>
        [labelOf(group), group.id, group.contextValue]
          .concat(group.rows.map((row) => `${labelOf(row)} ${row.contextValue}`))
          .join(),
      );
    const [group, ...rest] = [
      "conversations/Older,conversations,old conversation",
      "Today,conversations/Today,conversations,today conversation",
      "Yesterday,conversations/Yesterday,conversations,yesterday conversation",
      "Previous 7 Days,conversations/Previous 7 Days,conversations,this week conversation",
    ];
    assert.deepEqual(await shown(), [...rest, `Older,${group}`]);
    let changes = 0;
    rows.onDidChange(() => changes++);
    const toggle = togglePin(feature.saved, selection);
    await toggle.run(old, [old]);
    assert.ok(changes > 0, "it is not drawn again");
    assert.deepEqual(await shown(), [
      "Pinned,conversations/Pinned,conversations,old conversation.pinned",
      ...rest,
    ]);
    await toggle.run(old);
    assert.deepEqual(await shown(), [...rest, `Older,${group}`]);
  });

  it("draws the rows of conversations again at midnight", async () => {
    const { setTimeout: original } = globalThis;
    const planned: [() => void, number][] = [];
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      planned.push([run, ms])) as unknown as typeof setTimeout;
    try {
      await feature.saved.list();
      planned.length = 0;
      await rows.list();
    } finally {
      globalThis.setTimeout = original;
    }
    const [run, ms] = planned.at(-1)!;
    const then = new Date(Date.now() + ms);
    assert.ok(then.getTime() - Date.now() <= 25 * 3_600_000);
    // Rounded, because some time has passed since.
    const minutes = Math.round(
      (then.getHours() * 60 + then.getMinutes() + then.getSeconds() / 60) % 1440,
    );
    assert.equal(minutes % 1440, 0);
    let changes = 0;
    rows.onDidChange(() => changes++);
    run();
    assert.equal(changes, 1);
  });

  it("deletes several at once, and takes it back with *Undo*", async () => {
    const [one, two, three] = [await saved("one"), await saved("two"), await saved("three")];
    const answer = Promise.withResolvers<string>();
    messages.press = () => answer.promise;
    await deleting().run(one, [one, two]);
    assert.deepEqual(
      messages.told.map(({ message, modal, buttons }) => [message, modal, ...buttons]),
      [["Deleted 2 conversations.", false, "Undo"]],
    );
    assert.deepEqual([await titles(), (await files()).length], [["three"], 2]);
    answer.resolve("Undo");
    await until("both are back", async () => (await titles()).length === 3);
    assert.equal(three.conversationId.length, 36);
  });

  it("shows the conversation of the side bar again, with its draft, when it is taken back", async () => {
    const { chats } = feature;
    const row = await saved("shown");
    (await chats.openSaved(row.conversationId)).draft = "half a thought";
    messages.press = ({ modal }) => (modal ? "Delete" : "Undo");
    await deleting().run(row);
    await until("it is shown", () => chats.side.conversation.id === row.conversationId);
    await until("the draft is back", () => chats.side.draft === "half a thought");
    messages.press = ({ modal }) => (modal ? "Delete" : undefined);
    await deleting().run(row);
    assert.equal(messages.last?.message, "Deleted “shown”.");
    assert.notEqual(chats.side.conversation.id, row.conversationId);
  });

  it("applies its keys to the selected rows, or to the focused row beside them", async () => {
    const [one, two, three] = [await saved("one"), await saved("two"), await saved("three")];
    tree.selection = [one, two];
    const questions: string[] = [];
    messages.press = ({ message }) => (questions.push(message), "Undo");
    for (const row of [two, three]) {
      await withFocusOn(tree, row, () => deleting().run(key) as Promise<void>);
      await until("all are back", async () => (await titles()).length === 3);
    }
    assert.deepEqual(questions, ["Deleted 2 conversations.", "Deleted “three”."]);
    assert.deepEqual(tree.selection, [one, two], "the selection is another one now");
    const renaming = renameConversation(feature.chats, selection);
    await withWindow({ showInputBox: async () => "third" }, () =>
      withFocusOn(tree, three, () => renaming.run(key) as Promise<void>),
    );
    assert.deepEqual(await titles(), ["one", "third", "two"]);
  });

  it("deletes nothing where the focus is on a group", async () => {
    await saved("one");
    const [group] = await rows.list();
    await withFocusOn(tree, group, () => deleting().run(key) as Promise<void>);
    assert.deepEqual(messages.told, []);
  });
});

/** Something to undo, which fails with these errors first. */
function undoable(...failures: Error[]) {
  const calls: string[] = [];
  return {
    calls,
    sentence: "Removed it.",
    undo: async () => {
      calls.push("undo");
      const [failure] = failures.splice(0, 1);
      if (failure) throw failure;
    },
    forget: () => void calls.push("forget"),
  };
}

describe("*Undo*", () => {
  let messages: Messages;
  beforeEach(() => {
    messages = new Messages();
  });
  afterEach(() => messages.restore());

  it("forgets what could be undone once the notification closes", async () => {
    const step = undoable();
    await offerUndo(step, notify);
    assert.deepEqual(step.calls, ["forget"]);
  });

  it("can be pressed again where it failed", async () => {
    const step = undoable(new Error("full"));
    const { failure } = Notify.prototype;
    const retries: (() => unknown)[] = [];
    Notify.prototype.failure = (_, options) => void retries.push(options?.retry ?? assert.fail);
    try {
      messages.answer("Undo");
      await offerUndo(step, notify);
      assert.deepEqual(step.calls, ["undo"]);
      await retries[0]?.();
    } finally {
      Notify.prototype.failure = failure;
    }
    assert.deepEqual(step.calls, ["undo", "undo", "forget"]);
  });

  it("ends after a while, which is said where it is pressed too late", async () => {
    const step = undoable();
    const answer = Promise.withResolvers<string>();
    messages.press = ({ buttons }) => (buttons.includes("Undo") ? answer.promise : undefined);
    const offered = offerUndo(step, notify, 1);
    await until("it has ended", () => step.calls.length > 0);
    answer.resolve("Undo");
    await offered;
    assert.deepEqual(step.calls, ["forget"]);
    assert.deepEqual(
      [messages.last?.message, messages.last?.buttons],
      ["It is too late to undo this.", []],
    );
  });
});
