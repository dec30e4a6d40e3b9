import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { Conversation } from "../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../src/features/conversation/core/turn";
import type { ChatPlace } from "../../../src/features/asking/core/chatPlaces";
import type { Listed } from "../../../src/features/history/core/conversationList";
import type { Quarantined } from "../../../src/features/conversation/core/conversationFile";
import type { Conversations } from "../../../src/features/conversation/core/conversations";
import type { SavedConversations } from "../../../src/features/history/core/savedConversations";
import type { ChatPanels } from "../../../src/features/chat/editor/chatPanels";
import { fromSideMenu } from "../../../src/platform/editor/sideMenu";
import {
  ConversationRow,
  ConversationRows,
} from "../../../src/features/history/editor/conversationRows";
import {
  deleteAllConversations,
  findConversation,
  importConversation,
  renameConversation,
  openConversation,
} from "../../../src/features/history/editor/commands";
import { ConversationSelection } from "../../../src/features/history/editor/conversationSelection";
import { deleteConversation } from "../../../src/features/history/editor/deleteConversation";
import { exportConversation } from "../../../src/features/history/editor/exportConversation";
import { SavingNotices } from "../../../src/features/history/editor/index";
import { searchConversations } from "../../../src/features/history/editor/searchConversations";
import { Notify } from "../../../src/platform/editor/notify";
import { Emitter } from "../../../src/kit/event";
import type { Disposable, Own } from "../../../src/kit/disposable";
import { chatFeature, type TestChat } from "../support/chatFeature";
import { connectedTo } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { textOf } from "../support/standIns";

const scope = "https://hub.example";

function turn(id: string, typed: string, output: string, askedAt = Date.now()): Turn {
  const raw = { output, intermediate_steps: [] };
  return {
    id,
    question: { typed, expertId: 1 },
    sent: { endpoint: "invoke_agent", body: { expert_id: 1, input_data: typed } },
    askedAt,
    asked: { expertId: 1, expertName: "Engineer", hubScope: scope, builtIn: false },
    result: { state: "done", received: { value: { ...raw }, raw, bytes: 1, elapsedMs: 1 } },
  };
}

/** Replaces a function of VS Code's window while `run` is in progress. */
async function answering<T>(
  name: "showInputBox" | "showSaveDialog" | "showOpenDialog" | "showQuickPick" | "createQuickPick",
  answer: (...args: never[]) => unknown,
  run: () => Promise<T> | T,
): Promise<T> {
  const original = vscode.window[name];
  Object.assign(vscode.window, { [name]: answer });
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, { [name]: original });
  }
}

const pickFirst = async (rows: vscode.QuickPickItem[]) => rows[0];

const hours = (count: number): number => Date.now() - count * 3_600_000 - 1_000;

/** The list that the command opens. */
function list() {
  const [accepted, hidden] = [new vscode.EventEmitter<void>(), new vscode.EventEmitter<void>()];
  const changed = new vscode.EventEmitter<string>();
  const pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  let disposed = false;
  let wasBusy = false;
  const box = {
    title: "",
    placeholder: "",
    busy: false,
    value: "",
    buttons: [] as vscode.QuickInputButton[],
    items: [] as vscode.QuickPickItem[],
    selectedItems: [] as vscode.QuickPickItem[],
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidChangeValue: changed.event,
    onDidTriggerButton: pressed.event,
    show: () => void (wasBusy = box.busy),
    hide: () => hidden.fire(),
    dispose: () => (disposed = true),
  };
  const type = (value: string) => {
    box.value = value;
    changed.fire(value);
  };
  const accept = (at: number) => {
    box.selectedItems = box.items.slice(at, at + 1);
    accepted.fire();
  };
  const pressButton = () => pressed.fire(box.buttons[0]!);
  return {
    box,
    type,
    accept,
    pressButton,
    isDisposed: () => disposed,
    wasBusy: () => wasBusy,
  };
}

/** What the list has about a conversation of this id. */
const listedAs = (id: string): Listed => ({
  id,
  title: "x",
  expertName: "",
  hubScope: "https://hub.example",
  turns: 1,
  askedAt: 0,
  isPinned: false,
  isDraft: false,
});

const plain = { isOpen: false, unseen: 0, hub: undefined };

describe("the commands for conversations", () => {
  let folder: string;
  let owned: Disposable[];
  let feature: TestChat;
  let connected: ReturnType<typeof connectedTo>;
  let messages: Messages;
  /** What was opened in the side bar. */
  let shown: string[];
  let panels: ChatPanels;

  const own: Own = (one) => {
    owned.push(one);
    return one;
  };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-commands-"));
    owned = [];
    connected = connectedTo({ baseUrl: scope, key: "KEY-CANARY-commands" });
    feature = chatFeature(connected, { settings: connected.settings, folder, own });
    messages = new Messages();
    shown = [];
    panels = {
      openSide: async () => shown.push("side"),
      revealSide: async () => shown.push("revealed"),
      find: async () => shown.push("find"),
      showTurn: async (id?: string) => shown.push(`turn ${id}`),
    } as unknown as ChatPanels;
  });
  afterEach(async () => {
    messages.restore();
    for (const one of owned.toReversed()) one.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** As the commands find conversations, with nothing selected in the tree. */
  const selecting = () =>
    new ConversationSelection({ selection: [] }, feature.argument, feature.saved);

  async function searching(test: (fixture: ReturnType<typeof list>) => Promise<void>) {
    const { chats } = feature;
    const fixture = list();
    await answering(
      "createQuickPick",
      () => fixture.box,
      async () => {
        const done = searchConversations({ saved: feature.saved, chats, panels }).run();
        await until("the list is open", () => fixture.box.title !== "");
        await test(fixture);
        await done;
      },
    );
    assert.equal(fixture.isDisposed(), true);
  }

  /** A conversation on disk that nobody has open. */
  async function saved(title: string, ...turns: Turn[]): Promise<string> {
    const { conversations } = feature;
    const conversation = await conversations.add({
      id: crypto.randomUUID(),
      changes: turns.map((one) => ({ kind: "turn", turn: one })),
    });
    conversation.rename(title);
    await conversations.settle();
    await conversations.unload(conversation.id, () => true);
    return conversation.id;
  }

  const titled = async (id: string) => (await feature.chats.saved(id)).title;

  it("list them with title, expert and age, and mark the open one as it changes", async () => {
    const { conversations, chats } = feature;
    const older = await saved("Older", turn("1", "one", "first", hours(24 * 5)));
    const newer = await saved(
      "Newer [x](command:y)",
      turn("1", "one", "first", hours(4)),
      turn("2", "two", "second", hours(3)),
    );
    const rows = own(new ConversationRows(feature.saved, chats));
    let changes = 0;
    rows.onDidChange(() => changes++);
    const flat = async () => (await rows.list()).flatMap((group) => group.rows);
    const listed = async () => {
      const all = await flat();
      return all.map(({ label, description, accessibilityInformation: spoken }) =>
        [label as string, description as string, spoken?.label].join(" / "),
      );
    };
    assert.deepEqual(await listed(), [
      "Newer [x] (command:y) / Engineer · 3 hours ago / Newer [x] (command:y)",
      "Older / Engineer · 5 days ago / Older",
    ]);
    let before = changes;
    await conversations.rename(newer, "Renamed");
    await until("the list is drawn again", () => changes > before);
    assert.match((await listed())[0] ?? "", /^Renamed /);
    await conversations.rename(newer, "Newer [x](command:y)");
    before = changes;
    await chats.openSaved(older);
    assert.ok(changes > before, "the list is not drawn again");
    assert.deepEqual(await listed(), [
      "Newer [x] (command:y) / Engineer · 3 hours ago / Newer [x] (command:y)",
      "Older / open · Engineer · 5 days ago / Older, open",
    ]);
    before = changes;
    chats.unseen.add(newer);
    assert.ok(changes > before, "the list is not drawn again");
    assert.match((await listed())[0] ?? "", /\/ 1 new answer · Engineer .*, 1 new answer$/);
    const [unseen] = await flat();
    assert.deepEqual(unseen?.iconPath, new vscode.ThemeIcon("comment-unresolved"));
    chats.unseen.clear([newer]);
    const [first, second] = await flat();
    assert.deepEqual(first?.iconPath, new vscode.ThemeIcon("comment-discussion"));
    assert.deepEqual(second?.iconPath, new vscode.ThemeIcon("check"));
    assert.match(first?.tooltip as string, /^Newer.*\n\nEngineer · 2 questions\n\nLast asked .*\d/);
    assert.match(second?.tooltip as string, /Engineer · 1 question\n/);
    const summary = { ...listedAs("l"), title: "x".repeat(500) };
    const long = new ConversationRow(summary, plain);
    assert.match(long.tooltip as string, /\n\n1 question\n\n/);
    assert.equal((long.label as string).length, 120);
    const elsewhere = new ConversationRow(
      { ...summary, expertName: "E" },
      { isOpen: true, unseen: 2, hub: "Work" },
    );
    assert.match(elsewhere.description as string, /^open · 2 new answers · E · Work · /);
    assert.match(elsewhere.tooltip as string, /\n\nE · Work · 1 question/);
    assert.ok((long.tooltip as string).startsWith(`${summary.title}\n`), "it is there whole");
    assert.equal(first?.contextValue, "conversation");
    assert.deepEqual(first.command?.arguments, [first, { clicked: true }]);
    assert.equal(first.conversationId, newer);
  });

  it("rename one, beginning with its title, and leave it where nothing is entered", async () => {
    const { chats } = feature;
    const id = await saved("Before", turn("1", "the question", "x"));
    const command = renameConversation(chats, selecting());
    const offered: (string | undefined)[] = [];
    const typing = (text: string | undefined) =>
      answering(
        "showInputBox",
        async ({ value, ...rest }: vscode.InputBoxOptions) => {
          offered.push(value);
          assert.deepEqual(rest, {
            title: "Rename conversation",
            prompt: "Leave empty to use the first question as the title.",
            ignoreFocusOut: true,
          });
          return text;
        },
        async () => command.run(id),
      );
    await typing("After");
    assert.equal(await titled(id), "After");
    await typing(undefined);
    assert.equal(await titled(id), "After");
    await typing("");
    assert.equal(await titled(id), "the question");
    assert.deepEqual(offered, ["Before", "After", "After"]);
  });

  it("ask before they delete what is too large to be undone, by name and number", async () => {
    const { chats, conversations, panels } = feature;
    const one = await saved("One", turn("1", "a", "x"));
    const two = await saved("Two", turn("1", "a", "x"), turn("2", "b", "y"));
    const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });
    const selection = selecting();
    feature.saved.canRestore = async () => false;
    const parts = { chats, conversations, saved: feature.saved, panels };
    const command = deleteConversation({ ...parts, selection, notify });
    for (const [id, title, what] of [
      [one, "One", "Its question and answer will be"],
      [two, "Two", "All its 2 questions and answers will be"],
    ] as const) {
      await command.run(id);
      assert.equal(messages.last?.message, `Delete the conversation “${title}”?`);
      assert.ok(messages.last.detail.startsWith(what), messages.last.detail);
      assert.match(messages.last.detail, /It is too large to be undone\.$/);
      assert.equal(await titled(id), title);
    }
  });

  it("delete all conversations, pending questions included, once confirmed", async () => {
    const { chats, saved: all } = feature;
    const id = await saved("Open", turn("1", "a", "x"));
    const { chat, hold } = await chats.acquire(id);
    await saved("Closed", turn("1", "a", "x"));
    const removed: unknown[] = [];
    const listening = chats.onDidRemove((one) => removed.push(one));
    const told: string[] = [];
    const command = deleteAllConversations(all, {
      information: (sentence: string) => told.push(sentence),
    } as unknown as Notify);
    await command.run();
    assert.deepEqual([removed, (await all.list()).length], [[], 2]);
    assert.match(
      messages.last?.detail ?? "",
      /^All their questions and answers will be permanently/,
    );
    await writeFile(path.join(folder, "x.jsonl.broken"), "");
    messages.answer("Delete All");
    await command.run();
    assert.match(
      messages.last?.detail ?? "",
      /answers, and a file that could not be shown, will be/,
    );
    assert.deepEqual([removed, await all.list(), told], [[chat], [], []]);
    await command.run();
    assert.deepEqual(told, ["There are no saved conversations."]);
    for (const name of ["y.jsonl.broken", "z.jsonl.broken"])
      await writeFile(path.join(folder, name), "");
    await command.run();
    assert.match(messages.last?.detail ?? "", /, and 2 files that could not be shown, will be/);
    assert.deepEqual([await all.countQuarantined(), told.length], [0, 1]);
    listening.dispose();
    hold.dispose();
  });

  it("find the conversation of a row, of a menu, or that the user was in last", async () => {
    const { chats } = feature;
    const selection = selecting();
    const id = await saved("Saved", turn("1", "a", "x"));
    const row = new ConversationRow(listedAs(id), plain);
    assert.equal(await selection.id(row, "Title"), id);
    assert.equal(await selection.id("given", "Title"), "given");
    chats.side.conversation.put(turn("2", "b", "y"));
    assert.equal(await selection.id(undefined, "Title"), chats.side.conversation.id);
    const tab: ChatPlace = {
      chat: (await chats.acquire(id)).chat,
      isVisible: true,
      panelType: "expertHub.chatEditor1",
      find: () => {},
    };
    chats.places.add(tab);
    assert.equal(await selection.id(undefined, "Title"), id);
    assert.equal(await selection.id(fromSideMenu, "Title"), chats.side.conversation.id);
    const menu = vscode.Uri.from({
      scheme: "webview-panel",
      path: "webview-panel/webview-expertHub.chatEditor1-1234",
    });
    assert.equal(await selection.id(menu, "Title"), id);
  });

  it("let the user choose where the chat is empty, but not from its own menu", async () => {
    const selection = selecting();
    const ids = [
      await saved("One", turn("1", "a", "x", 1_000)),
      await saved("Two", turn("1", "a", "x", 2_000)),
    ];
    const boxes: [string[], vscode.QuickPickOptions][] = [];
    const picking = (at: number) =>
      answering(
        "showQuickPick",
        async (items: vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
          boxes.push([items.map(({ label }) => label), options]);
          return items[at];
        },
        () => selection.id(undefined, "Rename Conversation"),
      );
    assert.equal(await picking(1), ids[0]);
    assert.equal(await picking(9), undefined);
    assert.deepEqual(boxes[0], [
      ["Two", "One"],
      { title: "Rename Conversation", placeHolder: "Choose a conversation" },
    ]);
    await assert.rejects(selection.id(fromSideMenu, "Title"), {
      kind: "conflict",
      message: "This conversation has no questions yet.",
    });
    await feature.saved.removeAll();
    await picking(0);
    assert.equal(boxes.at(-1)?.[1].placeHolder, "There are no saved conversations yet");
  });

  it("leave the focus in the tree after a click, and move it after the second one", async () => {
    const { chats } = feature;
    const id = await saved("Saved", turn("1", "a", "x"));
    const [group] = await own(new ConversationRows(feature.saved, chats)).list();
    const row = group?.rows.find(({ conversationId }) => conversationId === id);
    const given = row?.command?.arguments ?? [];
    const command = openConversation(chats, panels, selecting(), { selection: [] });
    await command.run(...given);
    assert.deepEqual(shown, ["revealed"]);
    await command.run(...given);
    assert.deepEqual(shown, ["revealed", "side"]);
    await command.run(row);
    assert.deepEqual(shown, ["revealed", "side", "side"]);
  });

  it("open one in the side bar, and find in the place where it is shown", async () => {
    const { argument, chats } = feature;
    const id = await saved("Saved", turn("1", "a", "x"));
    const tree = { selection: [] };
    await openConversation(chats, panels, selecting(), tree).run(id);
    assert.equal(chats.side.conversation.id, id);
    const find = findConversation(argument, panels);
    await find.run();
    const tab = { chat: chats.side, isVisible: true, find: () => void shown.push("tab") };
    chats.places.add({ ...tab, panelType: "expertHub.chatEditor1" });
    await find.run();
    await find.run(fromSideMenu);
    assert.deepEqual(shown, ["side", "find", "tab", "find"]);
  });

  describe("that write and read files", () => {
    const told: string[] = [];
    beforeEach(() => {
      told.length = 0;
    });

    function exporting() {
      const { chats } = feature;
      const { pictures } = feature.conversations;
      const notify = {
        information: (sentence: string) => told.push(sentence),
      } as unknown as Notify;
      return exportConversation({
        chats,
        pictures,
        selection: selecting(),
        notify,
        extras: { headerValues: async () => [] },
        ...connected,
      });
    }

    /** Exports to a file of this name; returns what the dialog was given, and the file's text. */
    async function exported(id: string, name?: string, format = "Markdown") {
      const target = name === undefined ? undefined : path.join(folder, "exports", name);
      let given: vscode.SaveDialogOptions | undefined;
      const command = exporting();
      await answering(
        "showQuickPick",
        async (rows: vscode.QuickPickItem[]) => rows.find(({ label }) => label === format),
        () =>
          answering(
            "showSaveDialog",
            async (options: vscode.SaveDialogOptions) => {
              given = options;
              return target && vscode.Uri.file(target);
            },
            async () => command.run(id),
          ),
      );
      const written =
        target === undefined
          ? undefined
          : told.at(-1)?.slice("Exported as ".length, -1).split(",")[0];
      const text =
        written === undefined ? "" : await readFile(path.join(folder, "exports", written), "utf8");
      return { name: given?.defaultUri?.path.split("/").at(-1), given, text, command };
    }

    it("offer a name made of the title that is valid everywhere", async () => {
      const names: Record<string, string> = {
        'Why: "a/b\\c" <x>?': "Why a b c x.md",
        "Größe 大きさ_1-2": "Größe 大きさ_1-2.md",
        "???": "Conversation.md",
        "two  spaces": "two spaces.md",
        [`${"x".repeat(59)} yy`]: `${"x".repeat(59)}.md`,
      };
      for (const [title, name] of Object.entries(names)) {
        const id = await saved(title, turn("1", "a", "x"));
        assert.equal((await exported(id)).name, name);
      }
      assert.deepEqual(told, [], "nothing was exported");
    });

    it("propose a file in the format that was picked, outside of the workspace", async () => {
      const id = await saved("One", turn("1", "a", "x"));
      const { given } = await exported(id, undefined, "JSON");
      const { defaultUri, ...rest } = given ?? {};
      assert.deepEqual(rest, {
        title: "Export Conversation",
        filters: { JSON: ["json"] },
        saveLabel: "Export",
      });
      assert.equal(path.basename(defaultUri!.fsPath), "One.json");
      const place = path.dirname(defaultUri!.fsPath);
      assert.ok([os.homedir(), path.join(os.homedir(), "Documents")].includes(place), place);
      assert.equal(
        (await exported(id, undefined, "none")).given,
        undefined,
        "no format, no dialog",
      );
    });

    it("E3 write pictures as files beside the Markdown", async () => {
      const { conversations, chats } = feature;
      const id = await saved("Pictures", turn("1", "a", "x"));
      const data = "iVBORw0KGgoAAAANSUhEUg==";
      const digest = await conversations.pictures.add(id, { type: "image/png", data });
      const picture = { type: "image/png", width: 1, height: 1, bytes: 16, digest } as const;
      const asked = turn("2", "b", "y");
      const attachment = { id: "p", text: "", languageId: "", label: "s.png", detail: "", picture };
      const question = { ...asked.question, attachments: [attachment] };
      (await chats.saved(id)).put({ ...asked, question });
      const { text } = await exported(id, "pictures.md");
      const name = `pictures-${digest.slice(0, 8)}.png`;
      assert.ok(text.includes(`![](${name})`));
      const written = await readFile(path.join(folder, "exports", name));
      assert.equal(written.toString("base64"), data);
    });

    it("propose the folder of the last export", async () => {
      const id = await saved("Two", turn("1", "a", "x"));
      const { command } = await exported(id, "two.md");
      let given: vscode.SaveDialogOptions | undefined;
      const dialog = async (options: vscode.SaveDialogOptions) => void (given = options);
      await answering("showQuickPick", pickFirst, () =>
        answering("showSaveDialog", dialog, async () => command.run(id)),
      );
      assert.equal(given?.defaultUri?.fsPath, path.join(folder, "exports", "Two.md"));
    });

    it("write the format that was picked, or that the name says, with an extension, and tell it", async () => {
      const id = await saved("Title", turn("1", "the question", "the answer"));
      assert.match((await exported(id, "a.md")).text, /^# Title\n\n## You, [^]*the answer/);
      assert.match((await exported(id, "b")).text, /^# Title\n/);
      assert.match((await exported(id, "x.MD", "JSON")).text, /^# Title\n/);
      assert.match((await exported(id, "x.txt")).text, /^# Title\n/);
      for (const [name, format] of [
        ["c.json", "Markdown"],
        ["d", "JSON"],
        ["x.JSON", "Markdown"],
        ["y.txt", "JSON"],
      ] as const) {
        const { text } = await exported(id, name, format);
        assert.equal((JSON.parse(text) as { format: string }).format, "expert-hub-conversation");
      }
      assert.deepEqual(told, [
        "Exported as a.md.",
        "Exported as b.md.",
        "Exported as x.MD.",
        "Exported as x.txt, in the format Markdown.",
        "Exported as c.json.",
        "Exported as d.json.",
        "Exported as x.JSON.",
        "Exported as y.txt, in the format JSON.",
      ]);
    });

    it("replace no file that the dialog did not ask about", async () => {
      const id = await saved("Title", turn("1", "the question", "the answer"));
      await mkdir(path.join(folder, "exports"), { recursive: true });
      await writeFile(path.join(folder, "exports", "kept.md"), "mine");
      await exported(id, "kept");
      assert.equal(await readFile(path.join(folder, "exports", "kept.md"), "utf8"), "mine");
      assert.deepEqual(told, ["Exported as kept, in the format Markdown."]);
    });

    it("keep paths of this computer and of the workspace to themselves", async () => {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      const inside = path.join(workspace!.uri.fsPath, "src", "a.ts");
      const id = await saved("Paths", turn("1", `see ${inside}`, "x"));
      const { text } = await exported(id, "paths.md");
      assert.ok(text.includes(`see ${workspace!.name}/src/a.ts`), text);
    });

    it("Q10 keep the keys of both hubs and the user's id to themselves", async () => {
      const { keys, account, builtInHub, connection } = connected;
      const key = (await keys.get(scope)) ?? "";
      await account.remember(scope, { user_id: "user|4711" });
      const words = `${key} and ${builtInHub.key} of user|4711`;
      const id = await saved("Secrets", turn("1", words, words));
      for (const useBuiltIn of [false, true]) {
        Object.assign(keys, { get: async () => key });
        await connection.useBuiltIn(useBuiltIn);
        if (useBuiltIn) await account.remember("built-in", { user_id: "user|4711" });
        for (const name of ["secrets.md", "secrets.json"]) {
          const { text } = await exported(id, name);
          assert.match(text, / and .* of /);
          for (const secret of [key, builtInHub.key, "user|4711"])
            assert.equal(text.includes(secret), false, secret);
        }
      }
    });

    it("do not need the keyring to answer", async () => {
      Object.assign(connected.keys, { get: () => Promise.reject(new Error("locked")) });
      const id = await saved("Locked", turn("1", "the question", "the answer"));
      assert.match((await exported(id, "locked.md")).text, /the answer/);
    });

    it("import all that is chosen, show the last, and refuse what is too large", async () => {
      const { chats, conversations } = feature;
      const files: vscode.Uri[] = [];
      for (const title of ["One", "Two"]) {
        const id = await saved(title, turn("1", title, "x"));
        await exported(id, `${title}.json`);
        files.push(vscode.Uri.file(path.join(folder, "exports", `${title}.json`)));
      }
      await feature.saved.removeAll();
      const command = importConversation(chats, panels, conversations);
      let dialog: vscode.OpenDialogOptions | undefined;
      const importing = (chosen: vscode.Uri[] | undefined) =>
        answering(
          "showOpenDialog",
          async (options: vscode.OpenDialogOptions) => {
            dialog = options;
            return chosen;
          },
          async () => command.run(),
        );
      await importing(undefined);
      await importing([]);
      assert.deepEqual(shown, []);
      assert.deepEqual(dialog, {
        title: "Import Conversations",
        canSelectMany: true,
        filters: { JSON: ["json"] },
        openLabel: "Import",
      });
      await importing(files);
      assert.deepEqual((await feature.saved.list()).map(({ title }) => title).toSorted(), [
        "One",
        "Two",
      ]);
      assert.equal(chats.side.conversation.title, "Two");
      assert.deepEqual(shown, ["side"]);
      const large = path.join(folder, "exports", "large.json");
      await writeFile(large, "");
      const { stat } = vscode.workspace.fs;
      await assert.rejects(
        async () => {
          const file = vscode.Uri.file(large);
          const fs = {
            ...vscode.workspace.fs,
            stat: async () => ({ size: 256 * 1024 * 1024 + 1 }),
          };
          const original = Object.getOwnPropertyDescriptor(vscode.workspace, "fs") ?? {};
          Object.defineProperty(vscode.workspace, "fs", { ...original, get: () => fs });
          try {
            await importing([file]);
          } finally {
            Object.defineProperty(vscode.workspace, "fs", original);
          }
        },
        { kind: "too-large" },
      );
      assert.equal(vscode.workspace.fs.stat, stat);
    });
  });

  describe("that search", () => {
    it("show what is found while they read and while the user types, and go to it", async () => {
      const { chats } = feature;
      const id = await saved("Fruit", turn("1", "apples?", "no"), turn("2", "plums?", "yes plums"));
      await saved("Other", turn("3", "stones?", "no"));
      await searching(async ({ box, type, accept, wasBusy }) => {
        assert.equal(wasBusy(), true);
        type("plum");
        await until("all is read", () => !box.busy);
        assert.deepEqual(
          box.items.map(({ label, description, detail, alwaysShow }) => [
            label,
            description,
            detail,
            alwaysShow,
          ]),
          [["Fruit", "Engineer · just now", "plums?", true]],
        );
        type("stones");
        assert.deepEqual(
          box.items.map(({ label }) => label),
          ["Other"],
        );
        type("plum");
        accept(0);
      });
      assert.equal(chats.side.conversation.id, id);
      assert.deepEqual(shown, ["turn 2"]);
    });

    it("show the first that is found while others are still read", async () => {
      const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const [one, other] = ["1", "2"].map((id) => {
        const conversation = new Conversation();
        conversation.put(turn(id, "plums?", "x"));
        return conversation;
      });
      const all = async function* () {
        await first.promise;
        yield one!;
        await rest.promise;
        yield other!;
      };
      const fixture = list();
      await answering(
        "createQuickPick",
        () => fixture.box,
        async () => {
          const done = searchConversations({
            saved: { all, list: async () => [] } as unknown as SavedConversations,
            chats: feature.chats,
            panels,
          }).run();
          await until("the list is open", () => fixture.box.title !== "");
          fixture.type("plum");
          assert.deepEqual(fixture.box.items, []);
          first.resolve();
          await until("one is found", () => fixture.box.items.length === 1);
          assert.equal(fixture.box.busy, true);
          rest.resolve();
          await until("both are found", () => fixture.box.items.length === 2);
          assert.equal(fixture.box.busy, false);
          fixture.box.hide();
          await done;
          assert.deepEqual(
            [fixture.box.title, fixture.box.placeholder],
            ["Conversations", "Search titles, questions, answers and steps"],
          );
        },
      );
    });

    it("show in long titles where they differ", async () => {
      const begun = "Please explain to me in detail, with examples and numbers, how to";
      await saved(`${begun} sort a list`, turn("1", "plums?", "no"));
      await saved(`${begun} search a tree`, turn("2", "plums?", "no"));
      await searching(async ({ box, type }) => {
        type("plum");
        await until("all is read", () => !box.busy);
        assert.deepEqual(box.items.map(({ label }) => label).toSorted(), [
          "Please explain to… search a tree",
          "Please explain to… sort a list",
        ]);
        box.hide();
      });
    });

    it("stop reading once they are left", async () => {
      const rest = Promise.withResolvers<void>();
      let reads = 0;
      const all = async function* () {
        for (; reads < 3; reads++) {
          if (reads === 1) await rest.promise;
          yield new Conversation();
        }
      };
      const fixture = list();
      await answering(
        "createQuickPick",
        () => fixture.box,
        async () => {
          const saved = { all, list: async () => [] } as unknown as SavedConversations;
          const done = searchConversations({ saved, chats: feature.chats, panels }).run();
          await until("it waits", () => reads === 1);
          fixture.box.hide();
          await done;
          rest.resolve();
          await new Promise((resolve) => setImmediate(resolve));
        },
      );
      assert.deepEqual([reads, fixture.isDisposed(), shown], [1, true, []]);
    });

    it("go to the conversation whose title is found", async () => {
      const id = await saved("Quarterly", turn("1", "a", "x"));
      await searching(async ({ box, type, accept }) => {
        await until("all is read", () => !box.busy);
        type("quart");
        accept(0);
      });
      assert.equal(feature.chats.side.conversation.id, id);
      assert.deepEqual(shown, ["turn undefined"]);
    });

    it("are narrowed by what the list offers, with the keyboard alone", async () => {
      const day = 86_400_000;
      const id = await saved(
        "Fruit",
        turn("1", "apples?", "no", Date.now() - 9 * day),
        turn("2", "apples again?", "no", Date.now() - 3 * day),
        turn("3", "pears?", "no"),
      );
      await saved("Stones", turn("4", "granite?", "no", Date.now() - 40 * day));
      const filters = ["By expert… | expert:", "Since a day… | after:", "Before a day… | before:"];
      await searching(async ({ box, type, accept, pressButton }) => {
        await until("all is read", () => !box.busy);
        pressButton();
        assert.deepEqual(textOf(box.items).slice(0, 3), filters);
        accept(0);
        assert.equal(box.value, "expert:");
        assert.deepEqual(textOf(box.items), ["Engineer | expert"]);
        accept(0);
        assert.equal(box.value, 'expert:"Engineer" ');
        assert.deepEqual(
          box.items.map(({ label }) => label),
          ["Fruit", "Stones"],
        );
        type("apple");
        assert.equal(box.items.length, 2);
        pressButton();
        assert.deepEqual(textOf(box.items).slice(0, 3), filters);
        accept(1);
        assert.equal(box.value, "apple after:");
        accept(box.items.findIndex(({ label }) => label === "7 days ago"));
        assert.match(box.value, /^apple after:\d{4}-\d\d-\d\d $/);
        assert.equal(box.items.length, 1);
        accept(0);
      });
      assert.equal(feature.chats.side.conversation.id, id);
      assert.deepEqual(shown, ["turn 2"]);
    });

    it("list all of them by day until something is typed, with expert and age", async () => {
      const day = 86_400_000;
      await saved("Fruit", turn("1", "apples?", "no", Date.now() - 9 * 60_000));
      const id = await saved("Stones", turn("2", "granite?", "no", Date.now() - 40 * day));
      await feature.chats.openSaved(id);
      await searching(async ({ box, type, accept }) => {
        await until("they are listed", () => box.items.length === 4);
        assert.deepEqual(textOf(box.items), [
          "-- Today",
          "Fruit | Engineer · 9 minutes ago",
          "-- Older",
          "Stones | open · Engineer · 1 month ago",
        ]);
        type("granite");
        await until("all is read", () => !box.busy);
        type("");
        accept(1);
      });
      assert.equal(feature.chats.side.conversation.title, "Fruit");
      assert.deepEqual(shown, ["turn undefined"]);
    });

    it("go nowhere where they are left", async () => {
      await saved("Fruit", turn("1", "apples?", "no"));
      const { side } = feature.chats;
      await searching(async ({ box }) => {
        box.hide();
      });
      assert.equal(feature.chats.side, side);
      assert.deepEqual(shown, []);
    });
  });
});

function fixture() {
  const failed = new Emitter<Error>();
  const quarantined = new Emitter<readonly Quarantined[]>();
  const focused = new vscode.EventEmitter<vscode.WindowState>();
  const told: string[] = [];
  let refreshed = 0;
  const { onDidChangeWindowState } = vscode.window;
  Object.assign(vscode.window, { onDidChangeWindowState: focused.event });
  const conversations = {
    onDidFail: failed.event,
    drafts: { onDidFail: new Emitter<Error>().event },
    onDidQuarantine: quarantined.event,
  } as unknown as Conversations;
  const saved = { refresh: async () => void refreshed++ } as unknown as SavedConversations;
  const retries: (() => unknown)[] = [];
  const notices = new SavingNotices(conversations, saved, {
    information: (sentence: string) => told.push(sentence),
    failure: (error: Error, { retry }: { retry: () => unknown }) => {
      told.push(error.message);
      retries.push(retry);
    },
  } as unknown as Notify);
  Object.assign(vscode.window, { onDidChangeWindowState });
  return { failed, quarantined, focused, told, retries, notices, refreshed: () => refreshed };
}

describe("problems with saved conversations", () => {
  it("are told with a way to try again, which is tried with the window's focus as well", async () => {
    const { failed, focused, told, retries, notices, refreshed } = fixture();
    failed.fire(new Error("The disk is full."));
    assert.deepEqual(told, ["The disk is full."]);
    await retries[0]?.();
    assert.equal(refreshed(), 1);
    focused.fire({ focused: false, active: true });
    assert.equal(refreshed(), 1);
    focused.fire({ focused: true, active: true });
    assert.equal(refreshed(), 2);
    notices.dispose();
    focused.fire({ focused: true, active: true });
    failed.fire(new Error("again"));
    assert.deepEqual([refreshed(), told.length], [2, 1]);
  });

  it("say how many there are, why, and where they are now", () => {
    const { quarantined, told, notices } = fixture();
    quarantined.fire([{ reason: "broken", names: ["a.broken"] }]);
    quarantined.fire([
      { reason: "broken", names: ["a.broken", "b.broken"] },
      { reason: "newer", names: ["c.newer"] },
    ]);
    assert.deepEqual(told, [
      "A saved conversation could not be read. It was saved as a.broken.",
      "2 saved conversations could not be read. They were saved, for example as a.broken. A saved conversation came from a newer version of Expert Hub and cannot be shown. It was saved as c.newer.",
    ]);
    notices.dispose();
  });
});
