import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { QuestionQueue } from "../../../../../src/features/asking/core/questionQueue";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import { unsentNameOf } from "../../../../../src/features/conversation/core/draftFiles";
import type { QueueAction } from "../../../../../src/contract/vocabulary";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { no, selected, senderFixture } from "./senderFixture";

/** A chat with a question that the hub holds back. */
async function fixture() {
  const sending = await senderFixture();
  const { chats, sender, held, hold, questions } = sending;
  const queue = new QuestionQueue(sender, chats);
  atEnd(async () => queue.dispose());
  const { side } = chats;
  const add = async (typed: string, chat: Chat = side) => {
    chat.draft = typed;
    await queue.add(chat, sender.shownState(chat));
  };
  const use = (action: QueueAction, typed = "", chat: Chat = side) => {
    const id = chat.queue.questions.find((one) => one.typed === typed)?.id ?? "";
    return queue.use(chat, { action, id, shown: sender.shownState(chat) });
  };
  const answer = (output: string) => held.shift()?.socket.write(rawJson({ output }));
  const isHeld = () => until("the hub has it", () => held.length > 0);
  hold(true);
  const first = await sender.ask(side, { typed: "first" });
  await isHeld();
  return {
    ...sending,
    queue,
    side,
    add,
    use,
    answer,
    isHeld,
    first,
    typed: (chat = side) => chat.queue.questions.map((one) => one.typed),
    asked: () => questions().map(({ input_data }) => input_data),
    paused: (chat = side) => chat.queue.pauses?.sentence,
    isPaused: () => until("it is paused", () => side.queue.pauses !== undefined),
  };
}

describe("queued questions", () => {
  afterEach(closeAll);

  it("are asked one after another, with the conversation as it is then", async () => {
    const { add, answer, isHeld, side, typed, questions, chats, sender } = await fixture();
    side.attachments = [selected];
    await add("second");
    await add("third");
    assert.deepEqual(typed(), ["second", "third"]);
    assert.deepEqual([side.draft, side.attachments[0], questions().length], ["", undefined, 1]);
    for (const output of ["one", "two", "three"]) {
      answer(output);
      if (output !== "three") await isHeld();
    }
    await until(
      "all are answered",
      () => side.conversation.turns.length === 3 && !sender.isBusy(side),
    );
    const bodies = questions();
    assert.deepEqual(
      bodies.map(({ input_data }) => input_data),
      ["first", "second\n\n```ts\n1\n```", "third"],
    );
    const { conversation_history: history } = bodies[2] as { conversation_history: object[] };
    assert.deepEqual(
      history.map((message) => (message as { content: string }).content),
      ["first", "one", "second\n\n```ts\n1\n```", "two"],
    );
    assert.deepEqual([typed(), chats.side.queue.pauses], [[], undefined]);
  });

  it("wait after a failure and after Stop, until the user continues", async () => {
    const { add, use, held, side, sender, isPaused, isHeld, answer, paused, asked, typed } =
      await fixture();
    await add("second");
    await add("third");
    held.shift()?.socket.end("HTTP/1.1 404 Gone\r\ncontent-length: 0\r\n\r\n");
    await isPaused();
    assert.equal(paused(), "Paused because a question was not answered.");
    assert.deepEqual([typed(), asked()], [["second", "third"], ["first"]]);
    await use("continue");
    await isHeld();
    sender.stop(side);
    await isPaused();
    assert.equal(paused(), "Paused because a question was stopped.");
    assert.deepEqual([typed(), side.draft], [["third"], "second"]);
    await use("clear");
    assert.deepEqual([typed(), paused()], [[], undefined]);
    held.length = 0;
    await (async () => sender.send(side))();
    await isHeld();
    answer("two");
    await until("it is answered", () => !sender.isBusy(side));
    assert.deepEqual(asked(), ["first", "second", "second"]);
  });

  it("are asked at once, or wait, where the question in progress has ended unseen", async () => {
    const { add, answer, held, side, sender, isHeld, asked, typed, paused } = await fixture();
    const isOver = () => until("it is over", () => !sender.isTaken(side));
    answer("one");
    await isOver();
    await add("second");
    await isHeld();
    assert.deepEqual([asked(), typed()], [["first", "second"], []]);
    held.shift()?.socket.end("HTTP/1.1 404 Gone\r\ncontent-length: 0\r\n\r\n");
    await isOver();
    await add("third");
    assert.equal(paused(), "Paused because a question was not answered.");
    assert.deepEqual([asked(), typed()], [["first", "second"], ["third"]]);
  });

  it("wait while they are paused, whatever else is asked, answered or queued meanwhile", async () => {
    const { add, use, answer, held, hold, side, sender, isPaused, isHeld, asked, typed } =
      await fixture();
    await add("second");
    held.shift()?.socket.end("HTTP/1.1 404 Gone\r\ncontent-length: 0\r\n\r\n");
    await isPaused();
    hold(false);
    side.draft = "between";
    const { settled } = await sender.send(side);
    assert.equal((await settled).result.state, "done");
    await add("third");
    await until("nothing is in progress", () => !sender.isTaken(side));
    assert.deepEqual(
      [asked(), typed()],
      [
        ["first", "between"],
        ["second", "third"],
      ],
    );
    hold(true);
    await use("continue");
    await isHeld();
    answer("two");
    await isHeld();
    assert.deepEqual(asked(), ["first", "between", "second", "third"]);
  });

  it("are confirmed when they are sent, and wait if the user declines", async () => {
    const { add, use, answer, confirmation, isPaused, isHeld, paused, typed, asked } =
      await fixture();
    const { confirm } = confirmation;
    confirmation.confirm = no;
    await add("second");
    answer("one");
    await isPaused();
    assert.equal(paused(), "Paused because you chose not to send the next question.");
    assert.deepEqual([typed(), asked()], [["second"], ["first"]]);
    confirmation.confirm = confirm;
    await use("continue");
    await isHeld();
    assert.deepEqual([typed(), asked()], [[], ["first", "second"]]);
  });

  it("report a pause of their chat, unless it was deleted meanwhile", async () => {
    for (const isDeleted of [false, true]) {
      const { add, answer, confirmation, conversations, queue, side, isPaused } = await fixture();
      const reported: Chat[] = [];
      queue.onDidPause((chat) => reported.push(chat));
      confirmation.confirm = async () => {
        if (isDeleted) conversations.forget(side.conversation.id);
        return false;
      };
      await add("second");
      answer("one");
      await isPaused();
      assert.deepEqual(reported, isDeleted ? [] : [side]);
    }
  });

  it("wait if something else is selected by then, and ask it once the user continues", async () => {
    const { add, use, answer, roster, isPaused, isHeld, paused, questions, side } = await fixture();
    await add("second");
    await add("third");
    await roster.choose(7, { abilityId: 3, modelId: 4 });
    answer("one");
    await isPaused();
    assert.match(
      paused() ?? "",
      /^Paused because something changed after .*: the ability, the model\. /,
    );
    assert.equal(questions().length, 1);
    await use("continue");
    await isHeld();
    answer("two");
    await until("the next one is sent", () => questions().length === 3);
    assert.deepEqual(
      questions().map(({ ability_id, model_id }) => [ability_id, model_id]),
      [
        [undefined, undefined],
        [3, 4],
        [3, 4],
      ],
    );
    assert.equal(side.queue.isEmpty, true);
  });

  it("P11 go on with what changed only where the same was selected as for the first", async () => {
    const { add, answer, isPaused, paused, roster, sender, side, typed, use, asked } =
      await fixture();
    await roster.add([9]);
    sender.pick(side, 7);
    await add("second");
    sender.pick(side, 8);
    await add("third");
    sender.pick(side, 7);
    await add("fourth");
    sender.pick(side, 9);
    answer("one");
    await isPaused();
    await use("continue");
    await until("the second is asked", () => asked().length === 2);
    answer("two");
    await isPaused();
    assert.match(paused() ?? "", /queued: the expert\./);
    assert.deepEqual(typed(), ["third", "fourth"]);
  });

  it("P11 never go to another expert or another hub", async () => {
    const { add, answer, connection, isHeld, isPaused, paused, sender, side, typed, builtIn } =
      await fixture();
    await add("second");
    sender.pick(side, 8);
    answer("one");
    await isPaused();
    assert.match(paused() ?? "", /queued: the expert\./);
    sender.pick(side, 7);
    await connection.useBuiltIn(true);
    side.queue.resume(side.queue.questions[0]!.selected, sender.hubInUse);
    sender.hubs.continueHere(side);
    await sender.ask(side, { typed: "there", expertId: 1 });
    await isHeld();
    answer("there");
    await isPaused();
    assert.match(paused() ?? "", /queued: the hub\./);
    assert.deepEqual(typed(), ["second"]);
    assert.equal(builtIn.requests.filter((request) => request.startsWith("POST ")).length, 1);
  });

  it("can be edited, moved and removed, and nothing in the composer is lost", async () => {
    const { add, use, side, typed, unsent } = await fixture();
    for (const text of ["a", "b", "c"]) await add(text);
    await use("moveDown", "a");
    await use("moveUp", "c");
    assert.deepEqual(typed(), ["b", "c", "a"]);
    await use("moveUp", "b");
    await use("remove", "c");
    assert.deepEqual(typed(), ["b", "a"]);
    side.draft = "half";
    await assert.rejects(use("edit", "a"), /before you edit a queued question/);
    assert.deepEqual([side.draft, typed()], ["half", ["b", "a"]]);
    side.draft = "";
    await use("edit", "a");
    assert.deepEqual([side.draft, typed()], ["a", ["b"]]);
    await until("it is saved", async () => (await unsent(side.conversation.id)).typed === "a");
    await assert.rejects(use("remove", "a"), /no longer in the queue/);
  });

  it("have the words that they were queued with, and a draft that has become another one stays", async () => {
    const { queue, side, typed } = await fixture();
    side.draft = "second\n\nand thi";
    await queue.add(side, undefined, "second");
    assert.deepEqual([typed(), side.draft], [["second"], "second\n\nand thi"]);
  });

  it("return to their place once they were edited, whatever happened around it", async () => {
    const { add, use, side, typed, sender, queue } = await fixture();
    const readd = async (text: string) => {
      side.draft = text;
      await queue.add(side, sender.shownState(side));
    };
    for (const text of ["a", "b", "c", "d"]) await add(text);
    for (const text of ["a", "b", "d"]) {
      await use("edit", text);
      assert.equal(side.queue.isEdited, true);
      await readd(text);
      assert.deepEqual([typed(), side.queue.isEdited], [["a", "b", "c", "d"], false]);
    }
    side.attachments = [selected];
    await add("e");
    await use("edit", "e");
    side.draft = "";
    assert.equal(side.queue.isEdited, true, "its attachment is still there");
    await use("moveUp", "d");
    await use("remove", "a");
    await readd("E");
    assert.deepEqual(typed(), ["b", "d", "c", "E"]);
    await use("edit", "d");
    await use("remove", "b");
    await readd("D");
    assert.deepEqual(typed(), ["D", "c", "E"]);
  });

  it("are new at the end where what was edited was taken out of the composer", async () => {
    const { add, use, side, chats, typed } = await fixture();
    for (const text of ["a", "b"]) await add(text);
    let changes = 0;
    await use("edit", "a");
    side.onDidChange(() => changes++);
    await chats.saveTyped(side.conversation.id, "", "a page");
    assert.deepEqual([side.queue.isEdited, changes], [false, 1]);
    await add("c");
    assert.deepEqual(typed(), ["b", "c"]);
    await use("edit", "c");
    await use("clear");
    assert.equal(side.queue.isEdited, false);
  });

  it("return behind the one that is being sent", async () => {
    const { add, use, answer, confirmation, typed } = await fixture();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isAsking = false;
    for (const text of ["second", "third"]) await add(text);
    await use("moveUp", "third");
    await use("edit", "third");
    confirmation.confirm = () => ((isAsking = true), promise);
    answer("one");
    await until("the user is asked", () => isAsking);
    await add("third, edited");
    assert.deepEqual(typed(), ["second", "third, edited"]);
    resolve(false);
  });

  it("stay as they are while they are being confirmed", async () => {
    const { add, use, answer, confirmation, isHeld, typed, asked } = await fixture();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isAsking = false;
    confirmation.confirm = () => ((isAsking = true), promise);
    await add("second");
    await add("third");
    answer("one");
    await until("the user is asked", () => isAsking);
    for (const action of ["edit", "remove", "moveDown"] as const)
      await assert.rejects(use(action, "second"), /is being sent/);
    await use("moveUp", "third");
    assert.deepEqual(typed(), ["second", "third"]);
    await use("clear");
    assert.deepEqual(typed(), ["second"]);
    resolve(true);
    await isHeld();
    assert.deepEqual([typed(), asked()], [[], ["first", "second"]]);
  });

  it("P11 come back paused with their attachments, and send nothing by themselves", async () => {
    const { add, answer, queue: closed, store, side, sender, asked } = await fixture();
    side.attachments = [selected];
    await add("second");
    const { id } = side.conversation;
    closed.dispose();
    const { folder, window } = await savedFolder();
    await window().drafts.save(id, side.unsent);
    const file = path.join(folder, unsentNameOf(id));
    const unsent = JSON.parse(await readFile(file, "utf8")) as { queue: unknown[] };
    unsent.queue.push({ id: 1 }, null);
    await writeFile(file, JSON.stringify(unsent));
    await store.set("conversation", id);
    const again = new OpenChats(store, window());
    atEnd(async () => again.dispose());
    await again.restore();
    const { queue } = again.side;
    const saved = side.queue.questions.map(
      ({ id: of, typed: words, attachments, selected: chosen }) => ({
        id: of,
        typed: words,
        attachments,
        selected: chosen,
      }),
    );
    assert.deepEqual(queue.questions, saved);
    assert.equal(queue.pauses?.sentence, "Paused because the window was closed or reloaded.");
    answer("one");
    await until("it is answered", () => !sender.isBusy(side));
    assert.deepEqual(asked(), ["first"]);
  });

  it("go with their conversation, and wait where its last tab was closed", async () => {
    const { add, answer, chats, queue, sender, asked, side, typed } = await fixture();
    await add("second");
    chats.renewSide();
    assert.deepEqual([chats.side.queue.questions, typed()], [[], ["second"]]);
    chats.closedTab(side);
    assert.match(side.queue.pauses?.sentence ?? "", /tab of this conversation was closed/);
    answer("one");
    await until("it is answered", () => !sender.isBusy(side));
    assert.deepEqual([asked(), typed()], [["first"], ["second"]]);
    chats.open(side.conversation);
    chats.closedTab(side);
    await queue.use(side, { action: "continue", id: "" });
    chats.closedTab(side);
    assert.equal(side.queue.pauses, undefined, "it is still in the side bar");
    await until("it is asked", () => asked().length === 2 && sender.isBusy(side));
  });

  it("refuse what cannot be asked, or is not what was shown", async () => {
    const { queue, side, sender, roster, typed } = await fixture();
    for (const nothing of ["", " \n"]) {
      side.draft = nothing;
      await assert.rejects(queue.add(side, undefined), /There is nothing to send/);
    }
    const shown = sender.shownState(side);
    side.draft = "x";
    await roster.choose(7, { abilityId: 3 });
    await assert.rejects(queue.add(side, shown), { kind: "conflict" });
    await roster.remove([7, 8]);
    await assert.rejects(queue.add(side, undefined), /There is no expert to ask yet/);
    assert.deepEqual([typed(), side.draft], [[], "x"]);
  });
});
