import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import { nothingUnsent } from "../../../../../src/features/conversation/core/unsent";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import type { ChatPlace } from "../../../../../src/features/asking/core/chatPlaces";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { onUnexpectedError } from "../../../../../src/kit/unexpectedErrors";
import { until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { TestStore } from "../../../support/appFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { done, turn } from "../../conversation/core/savedTurns";

const selected = { id: "a", text: "1", languageId: "ts", label: "a.ts:1", detail: "1 line" };
const seven = { id: 7, hubScope: "hub" };

async function fixture() {
  const saved = await savedFolder();
  const store = new TestStore();
  const windowWith = (files = new DiskFiles(saved.folder)) => {
    const conversations = saved.window(files);
    const chats = new OpenChats(store, conversations);
    atEnd(async () => chats.dispose());
    return { chats, conversations };
  };
  return { ...saved, store, windowWith, ...windowWith() };
}

/** A folder in which no conversation can be read. */
function withoutConversations(folder: string): DiskFiles {
  const files = new DiskFiles(folder);
  const extent = files.extent.bind(files);
  files.extent = (name) =>
    name.endsWith(".jsonl")
      ? Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" }))
      : extent(name);
  return files;
}

/** As a tab or the side bar shows it. */
const place = (chat: Chat, panelType?: string): ChatPlace => ({
  chat,
  isVisible: true,
  find: () => {},
  ...(panelType !== undefined && { panelType }),
});

describe("the chats of a window", () => {
  afterEach(closeAll);

  it("begin with the conversation of the last time, and its draft", async () => {
    const { chats, conversations, store, saved, windowWith } = await fixture();
    const id = await saved(turn("1", done("one")));
    const chat = await chats.openSaved(id);
    chat.draft = "half a thought";
    chat.once = seven;
    await conversations.settle();
    assert.equal(store.get("conversation"), id);
    const { chats: again } = windowWith();
    await again.restore();
    assert.equal(again.side.conversation.id, id);
    assert.equal(again.side.conversation.turns.length, 1);
    assert.equal(again.side.draft, "half a thought");
    assert.deepEqual([again.side.picked?.id, again.side.once], [1, seven]);
  });

  it("K15 N13 come into view for a warning, in the side bar if theirs is hidden", async () => {
    const { chats } = await fixture();
    const { chat: hidden } = await chats.acquire(undefined);
    const { chat: other } = await chats.acquire(undefined);
    chats.places.add(place(other, "another tab"));
    chats.places.reveal = async () => {
      // VS Code says a moment later that the view is there.
      setTimeout(() => chats.places.add(place(chats.side)), 5);
    };
    assert.equal(await hidden.pending.seen?.(), chats.side.pending);
    assert.equal(chats.side.pending.canAsk, true);
    assert.equal(await other.pending.seen?.(), other.pending, "it is in view already");
  });

  it("begin with the draft of a conversation in which nothing was asked", async () => {
    const { chats, conversations, windowWith } = await fixture();
    chats.side.draft = "first words";
    await conversations.settle();
    const { chats: again } = windowWith();
    await again.restore();
    assert.equal(again.side.conversation.id, chats.side.conversation.id);
    assert.equal(again.side.draft, "first words");
  });

  it("begin with what was attached, until it is taken off", async () => {
    const { chats, conversations, unsent, windowWith } = await fixture();
    const other = { ...selected, id: "b", path: "src/b.ts", lines: "1" };
    chats.side.attachments = [selected, other];
    await conversations.settle();
    const { chats: again, conversations: theirs } = windowWith();
    await again.restore();
    assert.deepEqual(again.side.attachments, [selected, other]);
    again.side.attachments = [];
    await theirs.settle();
    assert.deepEqual((await unsent(again.side.conversation.id)).attachments, []);
  });

  it("begin with what is shown already, if anything is", async () => {
    const { chats, saved, store } = await fixture();
    const { side } = chats;
    const id = await saved(turn("1", done("one")));
    await store.set("conversation", id);
    await chats.restore();
    assert.equal(chats.side, side);
    assert.equal(chats.of(id), undefined);
  });

  it("keep the draft of a conversation that cannot be read, and overwrite nothing", async () => {
    const { chats, conversations, folder, saved, windowWith } = await fixture();
    const id = await saved(turn("1", done("one")));
    (await chats.openSaved(id)).draft = "half a thought";
    await conversations.settle();
    const files = withoutConversations(folder);
    const { chats: again } = windowWith(files);
    await assert.rejects(again.restore(), /could not be read: another program is using the file/);
    assert.notEqual(again.side.conversation.id, id);
    assert.equal(again.side.draft, "half a thought");
  });

  it("give a tab that comes back its draft, also where its conversation cannot be read", async () => {
    const { chats, conversations, folder, saved, windowWith } = await fixture();
    const id = await saved(turn("1", done("one")));
    (await chats.openSaved(id)).draft = "half a thought";
    await conversations.settle();
    const files = withoutConversations(folder);
    const { chats: again } = windowWith(files);
    const reported: unknown[] = [];
    const listening = onUnexpectedError((error) => reported.push(error));
    atEnd(async () => listening.dispose());
    const { chat, hold } = await again.acquire(id);
    assert.notEqual(chat.conversation.id, id);
    assert.equal(chat.draft, "half a thought");
    assert.equal(reported.length, 1);
    hold.dispose();
    listening.dispose();
  });

  it("begin a new conversation with the same expert alone", async () => {
    const { chats, conversations, store, unsent } = await fixture();
    for (const isInTab of [false, true]) {
      const before = chats.side;
      if (isInTab) chats.places.add(place(before, "tab"));
      before.attachments = [selected];
      before.picked = seven;
      before.draft = "words";
      const fresh = chats.renewSide();
      assert.equal(chats.side, fresh);
      assert.deepEqual([fresh.draft, fresh.attachments, fresh.picked], ["", [], seven]);
      assert.deepEqual([before.draft, before.attachments], ["words", [selected]]);
      await conversations.settle();
      assert.equal((await unsent(before.conversation.id)).typed, "words");
      assert.deepEqual((await unsent(fresh.conversation.id)).typed, "");
      assert.equal(store.get("conversation"), fresh.conversation.id);
    }
  });

  it("save a fork once something is asked or composed in it, whole", async () => {
    const { chats, conversations, saved, windowWith } = await fixture();
    const { conversation } = await chats.openSaved(
      await saved(turn("1", done("one")), turn("2", done("two"))),
    );
    const onDisk = async () => (await windowWith().conversations.saved.list()).map(({ id }) => id);
    const fork = () => chats.open(conversation.forkUntil("1", { inclusive: true }));
    const untouched = fork().conversation.id;
    await conversations.settle();
    assert.deepEqual(await onDisk(), [conversation.id]);
    const asked = fork();
    asked.conversation.put(turn("3", done("three")));
    const composed = fork();
    composed.draft = "words";
    const renamed = fork();
    await chats.rename(renamed.conversation.id, "Renamed");
    await conversations.settle();
    const ids = [conversation, ...[asked, composed, renamed].map((one) => one.conversation)];
    assert.deepEqual((await onDisk()).toSorted(), ids.map(({ id }) => id).toSorted());
    const again = windowWith().chats;
    assert.deepEqual(
      (await again.openSaved(asked.conversation.id)).conversation.turns.map(
        ({ question }) => question.typed,
      ),
      ["question 1", "question 3"],
    );
    const { draft, conversation: whole } = await again.openSaved(composed.conversation.id);
    assert.deepEqual([draft, whole.turns.length], ["words", 1]);
    await chats.openSaved(conversation.id);
    await until("it is let go of", () => chats.of(untouched) === undefined);
    await assert.rejects(chats.openSaved(untouched), { kind: "not-found" });
  });

  it("know the newest answer, and every turn, of the chat that the user was in last", async () => {
    const { chats, saved } = await fixture();
    const inTab = (await chats.acquire(await saved(turn("1", done("one"))))).chat;
    const side = await chats.openSaved(await saved(turn("2", done("two"))));
    assert.equal(chats.lastAnswer?.turn.id, "2");
    const [tabPlace, sidePlace] = [place(inTab, "tab"), place(side)];
    for (const one of [sidePlace, tabPlace]) chats.places.add(one);
    chats.places.enter(tabPlace);
    assert.equal(chats.lastAnswer?.turn.id, "1");
    assert.equal(chats.turn("2")?.conversation, side.conversation);
    assert.equal(chats.turn("1")?.conversation, inTab.conversation);
    inTab.conversation.remove("1");
    assert.equal(chats.lastAnswer?.turn.id, "2", "this chat has none any more");
    assert.equal(chats.turn("1"), undefined);
  });

  it("tell when there is an answer: a new one, or one that was saved", async () => {
    const { chats, saved } = await fixture();
    let answers = 0;
    chats.onDidAnswer(() => answers++);
    const { conversation } = chats.side;
    conversation.put(turn("1", { state: "waiting" }));
    assert.equal(answers, 0);
    conversation.settle("1", { state: "stopped" });
    assert.equal(answers, 0);
    conversation.put(turn("2", done("two")));
    assert.equal(answers, 1);
    await chats.openSaved(await saved(turn("3", done("three"))));
    assert.equal(answers, 2);
  });

  it("keep what a tab shows in mind, by the type of the tab", async () => {
    const { chats } = await fixture();
    assert.equal(chats.last.inTab("one"), undefined);
    chats.last.remember(chats.side, "one");
    assert.equal(chats.last.inTab("one"), chats.side.conversation.id);
    assert.equal(chats.last.inTab("two"), undefined);
  });

  it("stay in memory while somebody holds them, however often the hold ends", async () => {
    const { chats, saved } = await fixture();
    const id = await saved(turn("1", done("one")));
    const { chat, hold } = await chats.acquire(id);
    const second = chats.hold(chat);
    hold.dispose();
    hold.dispose();
    await chats.openSaved(await saved(turn("2", done("two"))));
    assert.equal(chats.of(id), chat);
    second.dispose();
    await until("it is let go of", () => chats.of(id) === undefined);
    assert.equal((await chats.saved(id)).turns.length, 1);
  });

  it("are let go of once another is shown in the side bar", async () => {
    const { chats, saved } = await fixture();
    const [one, other] = [await saved(turn("1", done("one"))), await saved(turn("2", done("two")))];
    await chats.openSaved(one);
    await chats.openSaved(other);
    await until("the first is let go of", () => chats.of(one) === undefined);
    assert.ok(chats.of(other));
  });

  it("take what was typed in a page, whether or not they are in memory", async () => {
    const { chats, conversations, saved, unsent } = await fixture();
    const id = await saved(turn("1", done("one")));
    await chats.saveTyped(id, "from afar", "page");
    assert.equal((await unsent(id)).typed, "from afar");
    const chat = await chats.openSaved(id);
    assert.equal(chat.draft, "from afar");
    const pages: unknown[] = [];
    chat.onDidType((page) => pages.push(page));
    await chats.saveTyped(id, "nearer", "page");
    await conversations.settle();
    assert.deepEqual([chat.draft, pages, (await unsent(id)).typed], ["nearer", ["page"], "nearer"]);
    await chats.saveTyped(id, "", "page");
    await conversations.settle();
    assert.equal((await unsent(id)).typed, "");
    const unasked = crypto.randomUUID();
    await chats.saveTyped(unasked, "first words", "page");
    assert.equal((await chats.openSaved(unasked)).draft, "first words");
    await conversations.saved.remove(unasked);
    await chats.saveTyped(unasked, "nowhere", "page");
    assert.equal((await unsent(unasked)).typed, "");
  });

  it("have what is composed for the same conversation in another window", async () => {
    const { chats, conversations, windowWith } = await fixture();
    await conversations.saved.list();
    chats.side.draft = "here";
    await conversations.settle();
    const { chats: others, conversations: theirs } = windowWith();
    await others.restore();
    await theirs.saved.list();
    assert.equal(others.side.draft, "here");
    const question = {
      id: "q",
      typed: "next",
      selected: { hub: "", expert: "", ability: "", model: "", options: "" },
    };
    others.side.queue.add(question);
    others.side.attachments = [selected];
    others.side.picked = seven;
    others.side.draft = "there";
    const { side } = chats;
    await until("it is here", () => side.draft === "there" && side.attachments.length === 1);
    assert.deepEqual([side.queue.questions, side.picked], [[question], seven]);
    assert.ok(side.queue.pauses, "the other window asks it");
    side.queue.remove("q");
    await until("it is gone there", () => others.side.queue.isEmpty);
    await theirs.saved.remove(others.side.conversation.id);
    await until("it is discarded here", () => side.draft === "" && side.attachments.length === 0);
  });

  it("begin empty conversations of their own", async () => {
    const { chats, windowWith } = await fixture();
    const { id } = chats.side.conversation;
    const { chats: others } = windowWith();
    await others.restore();
    assert.notEqual(others.side.conversation.id, id);
  });

  it("stay in memory with words or a selection in their composer", async () => {
    const { chats, saved } = await fixture();
    const [withWords, withSelection, empty] = await Promise.all(
      ["1", "2", "3"].map(async (id) => chats.acquire(await saved(turn(id, done(id))))),
    );
    withWords!.chat.draft = "words";
    withSelection!.chat.attachments = [selected];
    for (const { hold } of [withWords!, withSelection!, empty!]) hold.dispose();
    const { id } = empty!.chat.conversation;
    await until("the empty one is let go of", () => chats.of(id) === undefined);
    for (const { chat } of [withWords!, withSelection!])
      assert.equal(chats.of(chat.conversation.id), chat);
  });

  it("show an empty conversation where the one in the side bar is deleted, and drop its draft", async () => {
    const { chats, conversations, saved, unsent } = await fixture();
    const id = await saved(turn("1", done("one")));
    const chat = await chats.openSaved(id);
    chat.draft = "words";
    const removed: Chat[] = [];
    const shown: Chat[] = [];
    const inSide: boolean[] = [];
    chats.onDidRemove((one) => inSide.push(chats.side === one));
    chats.onDidRemove((one) => removed.push(one));
    chats.onDidChangeSide((one) => shown.push(one));
    await conversations.saved.remove(id);
    assert.deepEqual(inSide, [false], "it is replaced before it goes");
    assert.deepEqual(removed, [chat]);
    assert.deepEqual(shown, [chats.side]);
    assert.deepEqual([chats.side.conversation.turns.length, chats.side.draft], [0, ""]);
    assert.deepEqual(await unsent(id), nothingUnsent);
    await assert.rejects(chats.openSaved(id), { kind: "not-found" });
  });

  it("report nothing where the conversation in the side bar is opened again", async () => {
    const { chats, saved } = await fixture();
    const id = await saved(turn("1", done("one")));
    const shown: Chat[] = [];
    chats.onDidChangeSide((one) => shown.push(one));
    const chat = await chats.openSaved(id);
    await chats.openSaved(id);
    chats.open(chat.conversation);
    assert.deepEqual(shown, [chat]);
  });

  it("leave the side bar alone where another conversation is deleted", async () => {
    const { chats, conversations, saved } = await fixture();
    const id = await saved(turn("1", done("one")));
    const { chat } = await chats.acquire(id);
    const { side } = chats;
    const removed: Chat[] = [];
    chats.onDidRemove((one) => removed.push(one));
    await conversations.saved.remove(id);
    assert.deepEqual(removed, [chat]);
    assert.equal(chats.side, side);
  });

  it("open a conversation once, whoever asks for it", async () => {
    const { chats, saved } = await fixture();
    const id = await saved(turn("1", done("one")));
    const [one, other] = await Promise.all([chats.acquire(id), chats.acquire(id)]);
    assert.equal(one.chat, other.chat);
    assert.equal(await chats.openSaved(id), one.chat);
    assert.notEqual((await chats.acquire(undefined)).chat, one.chat);
  });

  it("begin a conversation under the id of a tab whose conversation was never saved", async () => {
    const { chats, fileOf } = await fixture();
    const id = crypto.randomUUID();
    const { chat } = await chats.acquire(id);
    assert.equal(chat.conversation.id, id);
    assert.deepEqual(chat.conversation.turns, []);
    await assert.rejects(writeFile(fileOf(id), "", { flag: "r+" }), { code: "ENOENT" });
  });
});
