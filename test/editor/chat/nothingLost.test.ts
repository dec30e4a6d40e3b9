import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Attachment } from "../../../src/features/conversation/core/attachment";
import { DiskFiles } from "../../../src/platform/editor/diskFiles";
import { handlersFor } from "../../../src/features/chat/editor/handlers";
import { ConversationRows } from "../../../src/features/history/editor/conversationRows";
import { ConversationSelection } from "../../../src/features/history/editor/conversationSelection";
import { deleteConversation } from "../../../src/features/history/editor/deleteConversation";
import { Notify } from "../../../src/platform/editor/notify";
import type { Disposable } from "../../../src/kit/disposable";
import { chatFeature } from "../support/chatFeature";
import { connectedTo, MemoryStore } from "../support/connected";
import { until } from "../support/inputs";
import { Messages } from "../support/messages";
import { soundAnswer, startStubHub, type StubHub } from "../support/stubHub";

const attachedAs = (id: string, text: string): Attachment => ({
  id,
  text,
  languageId: "typescript",
  label: `${id}.ts`,
  detail: "1 line",
});
const selected = attachedAs("cart", "const total = 0;");
const notify = new Notify({ info: () => {}, warn: () => {}, error: () => {} });

function close(window: Disposable[]): void {
  for (const one of window.splice(0).toReversed()) one.dispose();
}

describe("what was typed and not sent", () => {
  let hub: StubHub;
  let held: (() => void)[] | undefined;
  let folder: string;
  let store: MemoryStore;
  let messages: Messages;
  const windows: Disposable[][] = [];

  before(async () => {
    hub = await startStubHub(async (request) => {
      if (held && request.path.includes("invoke"))
        await new Promise<void>((resolve) => held?.push(resolve));
      return soundAnswer(request);
    });
  });
  after(() => hub.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "expert-hub-unsent-"));
    store = new MemoryStore();
    messages = new Messages();
    held = undefined;
  });
  afterEach(async () => {
    messages.restore();
    held?.splice(0).forEach((release) => release());
    for (const window of windows.splice(0)) close(window);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A window with the side bar of the last one, whose state is given to no other. */
  async function openWindow(files?: DiskFiles) {
    const owned: Disposable[] = [];
    windows.push(owned);
    const own = <T extends Disposable>(one: T): T => (owned.push(one), one);
    const connected = connectedTo({ baseUrl: hub.baseUrl, key: "k" });
    const { settings, roster } = connected;
    const feature = chatFeature(
      { ...connected, store },
      { settings, folder, own, ...(files && { files }) },
    );
    await roster.add([1, 2]);
    const { chats, conversations, saved, handlerParts, argument } = feature;
    await chats.restore();
    const rows = own(new ConversationRows(saved, chats));
    const inTab: string[] = [];
    const remove = deleteConversation({
      chats,
      conversations,
      saved,
      panels: { openTab: async (chat) => void inTab.push(chat.conversation.id) },
      selection: new ConversationSelection({ selection: [] }, argument, saved),
      notify,
    });
    const call = handlersFor(
      {
        get chat() {
          return chats.side;
        },
        view: () => assert.fail(),
        redraw: async () => {},
        sendEarlier: () => {},
        entered: () => {},
        focus: () => {},
        run: () => {},
        hasShown: () => true,
      },
      handlerParts,
    );
    const titles = async () =>
      (await rows.list()).flatMap((group) => group.rows.map(({ label }) => label as string));
    // As when the extension is deactivated.
    const reload = async () => {
      close(owned);
      await conversations.settle();
    };
    return { ...feature, call, titles, inTab, remove, reload };
  }

  type Window = Awaited<ReturnType<typeof openWindow>>;

  const compose = async (
    { chats, conversations, sender }: Window,
    typed: string,
  ): Promise<string> => {
    const { side } = chats;
    sender.pick(side, 2);
    side.attachments = [selected];
    side.draft = typed;
    await conversations.settle();
    return side.conversation.id;
  };

  async function isWhole({ chats, sender }: Window, id: string, typed: string): Promise<void> {
    const chat = await chats.openSaved(id);
    assert.deepEqual(
      [chat.draft, chat.attachments, sender.expertOf(chat)?.id],
      [typed, [selected], 2],
    );
  }

  async function asked(window: Window, text: string): Promise<string> {
    const { conversation } = window.chats.renewSide();
    await window.call.send({ text });
    await until("it is answered", () => conversation.turns[0]?.result.state === "done");
    await window.conversations.settle();
    return conversation.id;
  }

  it("B1 is listed as a draft whatever is shown instead, and comes back whole", async () => {
    const window = await openWindow();
    const { chats, conversations } = window;
    const neighbour = await asked(window, "Neighbour?");
    const shown = await asked(window, "Shown?");
    chats.renewSide();
    const id = await compose(window, "half a thought");
    await chats.openSaved(shown);
    assert.ok((await window.titles()).includes("Draft: half a thought"));
    await isWhole(window, id, "half a thought");

    const { chat, hold } = await chats.acquire(shown);
    const { changes, turns } = chat.conversation;
    chats.open(await conversations.add({ id: shown, changes }));
    await isWhole(window, id, "half a thought");
    chats.open(chat.conversation.forkUntil(turns[0]!.id, { inclusive: true }));
    hold.dispose();
    await isWhole(window, id, "half a thought");

    const other = await openWindow();
    await other.saved.list();
    await other.saved.remove(neighbour);
    await chats.openSaved(shown);
    await window.reload();
    const again = await openWindow();
    assert.equal(again.chats.side.conversation.id, shown);
    assert.ok((await again.titles()).includes("Draft: half a thought"));
    await isWhole(again, id, "half a thought");
  });

  /** A conversation with a question in progress, one in the queue, a draft and a chip. */
  async function composedBeside(window: Window): Promise<string> {
    const id = await asked(window, "First?");
    held = [];
    await window.call.send({ text: "Second?" });
    await window.call.enqueue({ text: "queued" });
    await compose(window, "half a thought");
    return id;
  }

  async function isAllThere({ chats }: Window, id: string): Promise<void> {
    const { draft, attachments, queue } = await chats.openSaved(id);
    const queued = queue.questions.map(({ typed }) => typed);
    assert.deepEqual([draft, attachments, queued], ["half a thought", [selected], ["queued"]]);
  }

  it("B7 stays with its conversation where a new one is begun, or a fork", async () => {
    const window = await openWindow();
    const id = await composedBeside(window);
    const { chats } = window;
    const { conversation } = chats.side;
    const [first] = conversation.turns;
    for (const begin of [
      () => chats.renewSide(),
      () => chats.open(conversation.forkUntil(first!.id, { inclusive: true })),
    ]) {
      const { draft, attachments, queue } = begin();
      assert.deepEqual([draft, attachments, queue.questions], ["", [], []]);
      await window.conversations.settle();
      assert.deepEqual(await window.titles(), ["First?"], "nothing was made yet");
      await isAllThere(window, id);
    }
  });

  it("B7 stays with its conversation where the hub is switched, and where that is continued", async () => {
    const window = await openWindow();
    const id = await composedBeside(window);
    const { connection } = window.handlerParts;
    await connection.useBuiltIn(true);
    await isAllThere(window, id);
    await window.call.resolveProblem({ action: "continueHere" });
    await isAllThere(window, id);
    await connection.useBuiltIn(false);
    await isAllThere(window, id);
    await window.conversations.settle();
    assert.deepEqual(await window.titles(), ["First?"]);
  });

  it("B1 ends when it is discarded, which can be undone", async () => {
    const window = await openWindow();
    const shown = await asked(window, "Shown?");
    window.chats.renewSide();
    const id = await compose(window, "half a thought");
    await window.chats.openSaved(shown);
    messages.press = () => "Undo";
    await window.remove.run(id);
    assert.equal(messages.told[0]?.message, "Discarded the draft “half a thought”.");
    await until("it is back", async () => (await window.titles()).length === 2);
    await isWhole(window, id, "half a thought");
    await window.chats.openSaved(shown);
    messages.press = () => undefined;
    await window.remove.run(id);
    assert.deepEqual(await window.titles(), ["Shown?"]);
    assert.equal(
      (await readdir(folder)).some((name) => name.startsWith(id)),
      false,
    );
    await assert.rejects(window.chats.openSaved(id), { kind: "not-found" });
  });

  it("B2 comes back with a conversation whose deletion is undone, in the side bar and in tabs", async () => {
    const window = await openWindow();
    const { chats, call } = window;
    const id = await asked(window, "First?");
    held = [];
    await call.send({ text: "Second?" });
    await call.enqueue({ text: "Third?" });
    await call.enqueue({ text: "Fourth?" });
    await compose(window, "half a thought");
    const chat = chats.side;
    const place = chats.places.add({ chat, panelType: "tab", isVisible: true, find: () => {} });
    messages.press = ({ modal }) => (modal ? "Delete" : "Undo");
    await window.remove.run(id);
    place.dispose();
    const [{ message, detail } = assert.fail()] = messages.told;
    assert.equal(message, "Delete the conversation “First?”?");
    assert.match(detail, /The 2 questions in the queue will be deleted as well\./);
    assert.match(detail, /What you typed or attached and have not sent will be deleted as well\./);
    await until("its tab is back", () => window.inTab.length === 1);
    assert.equal(chats.side.conversation.id, id);
    assert.notEqual(chats.side, chat);
    assert.deepEqual(window.inTab, [id]);
    await isWhole(window, id, "half a thought");
    assert.deepEqual(
      chats.side.queue.questions.map(({ typed }) => typed),
      ["Third?", "Fourth?"],
    );
    assert.ok(chats.side.queue.pauses);
  });

  it("B2 stays out of the side bar where that shows another conversation, or has a draft", async () => {
    const window = await openWindow();
    const { chats } = window;
    const other = await asked(window, "Other?");
    const id = await asked(window, "First?");
    const undone = async () => {
      messages.told.length = 0;
      await window.remove.run(id);
      await until("it is back", async () => (await window.titles()).includes("First?"));
    };
    let inBetween = async (): Promise<unknown> => chats.openSaved(other);
    messages.press = async ({ modal }) => {
      if (modal) return "Delete";
      await inBetween();
      return "Undo";
    };
    await undone();
    assert.equal(chats.side.conversation.id, other);
    await chats.openSaved(id);
    inBetween = async () => void (chats.side.draft = "new words");
    await undone();
    assert.deepEqual([chats.side.isUnasked, chats.side.draft], [true, "new words"]);
    await chats.openSaved(other);
    inBetween = async () => undefined;
    await undone();
    assert.equal(chats.side.conversation.id, other);
  });

  it("B3 is in the composer after Stop and a reload at once, on a slow disk too", async () => {
    class SlowFiles extends DiskFiles {
      override async replace(...file: Parameters<DiskFiles["replace"]>): Promise<void> {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return super.replace(...file);
      }
    }
    const window = await openWindow(new SlowFiles(folder));
    held = [];
    window.chats.side.attachments = [selected];
    await window.call.send({ text: "Stopped?" });
    assert.equal(window.chats.side.draft, "");
    await window.call.stop(undefined);
    await until("it is back", () => window.chats.side.draft !== "");
    await window.reload();
    const { side } = (await openWindow()).chats;
    await until("it is read", () => side.draft !== "");
    assert.deepEqual([side.draft, side.attachments], ["Stopped?", [selected]]);
  });

  it("B3 is in the composer after a refusal or a failure before sending, and a reload at once", async () => {
    for (const refuse of [
      (window: Window) => (window.handlerParts.sender.assertShown = () => assert.fail()),
      (window: Window) => Object.assign(window.chats, { hold: () => assert.fail() }),
    ]) {
      const window = await openWindow();
      window.chats.side.attachments = [selected];
      refuse(window);
      await assert.rejects(async () => window.call.send({ text: "Refused?" }));
      await window.reload();
      const { side } = (await openWindow()).chats;
      await until("it is read", () => side.draft !== "");
      assert.deepEqual([side.draft, side.attachments], ["Refused?", [selected]]);
    }
  });

  it("B5 is written by each key alone, with the texts of attachments stored once", async () => {
    const written: number[] = [];
    class Counting extends DiskFiles {
      override async replace(name: string, text: string, readUpTo?: number): Promise<void> {
        written.push(Buffer.byteLength(text));
        return super.replace(name, text, readUpTo);
      }
      override async append(name: string, text: string, head?: string) {
        written.push(Buffer.byteLength(text + (head ?? "")));
        return super.append(name, text, head);
      }
    }
    const window = await openWindow(new Counting(folder));
    const stored = store.set.bind(store);
    Object.assign(store, {
      set: async (key: string, value: unknown) => {
        written.push(JSON.stringify(value ?? "").length);
        return stored(key, value);
      },
    });
    const { side } = window.chats;
    side.attachments = Array.from({ length: 200 }, (_, at) =>
      // Every other one has the text of the one before.
      attachedAs(`a${at}`, `${Math.floor(at / 2)} `.padEnd(100_000, "x")),
    );
    side.draft = "w";
    await window.conversations.settle();
    const texts = (await readdir(folder)).filter((name) => name.endsWith(".text"));
    const sizes = await Promise.all(texts.map((name) => stat(path.join(folder, name))));
    assert.equal(
      sizes.reduce((sum, { size }) => sum + size, 0),
      100 * 100_000,
    );
    written.length = 0;
    const draft = "Why is the total wrong?";
    for (let length = 1; length <= 20; length++) {
      await window.call.saveDraft({
        conversationId: side.conversation.id,
        text: draft.slice(0, length),
      });
      await window.conversations.settle();
    }
    assert.ok(written.length >= 20, "the keys were not saved");
    assert.ok(Math.max(...written) <= 20, `one write had ${Math.max(...written)} bytes`);
    side.attachments = [];
    await window.conversations.settle();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".text")),
      [],
    );
  });

  it("B6 is not sent from a queue whose conversation another window deleted", async () => {
    const window = await openWindow();
    const id = await asked(window, "First?");
    held = [];
    await window.call.send({ text: "Second?" });
    await window.call.enqueue({ text: "Third?" });
    await until("the second reaches the hub", () => held?.length === 1);
    const removed = new Promise((resolve) => window.chats.onDidRemove(resolve));
    const other = await openWindow();
    await other.saved.remove(id);
    await window.saved.refresh();
    await removed;
    const sent = hub.seen.length;
    held.splice(0).forEach((release) => release());
    held = undefined;
    const { side } = window.chats;
    assert.notEqual(side.conversation.id, id);
    await asked(window, "Something else?");
    assert.deepEqual(
      hub.seen.slice(sent).filter(({ body }) => body.includes("Third?")),
      [],
    );
  });

  it("B6 is not sent where its conversation is deleted while the user is asked", async () => {
    const window = await openWindow();
    const { side } = window.chats;
    const sent = hub.seen.length;
    messages.press = async ({ buttons }) => {
      await window.saved.remove(side.conversation.id);
      return buttons.at(-1);
    };
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await assert.rejects(async () => window.call.send({ text: `What is ${token}?` }), {
      kind: "not-found",
    });
    assert.equal(messages.told.length > 0, true, "nobody was asked");
    assert.equal(
      hub.seen.slice(sent).some(({ path }) => path.includes("invoke")),
      false,
    );
  });
});
