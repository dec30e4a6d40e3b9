import assert from "node:assert/strict";
import { once } from "node:events";
import type { Settled } from "../../../../../src/features/asking/core/questionSender";
import type { Chat } from "../../../../../src/features/asking/core/chat";
import { OpenChats } from "../../../../../src/features/asking/core/openChats";
import type { ChatPlace } from "../../../../../src/features/asking/core/chatPlaces";
import { HubError } from "../../../../../src/contract/errors";
import { AnswerNotices } from "../../../../../src/features/chat/editor/answerNotices";
import { type CombinedNotice } from "../../../../../src/features/chat/editor/noticeOf";
import { Emitter } from "../../../../../src/kit/event";
import { until } from "../../../../support/until";
import { TestStore } from "../../../support/appFixture";
import { savedFolder } from "../../conversation/core/savedFolder";
import { done, turn } from "../../conversation/core/savedTurns";
import { atEnd, closeAll } from "../../../client/hubFixture";

const place = (chat: Chat, isVisible: () => boolean): ChatPlace => ({
  chat,
  get isVisible() {
    return isVisible();
  },
  find: () => {},
});

async function fixture() {
  const conversations = (await savedFolder()).window();
  const chats = new OpenChats(new TestStore(), conversations);
  const focus = new Emitter<void>();
  const window = {
    focused: true,
    off: "",
    press: false,
    isOpen: false,
    offered: [] as CombinedNotice[],
    signal: AbortSignal.abort(),
  };
  const shown: unknown[][] = [];
  const notices = new AnswerNotices({
    chats,
    conversations,
    panels: {
      showConversation: async (...args) => void shown.push(args),
    },
    notify: { failure: (error) => assert.fail(String(error)) },
    window: {
      isFocused: () => window.focused,
      onDidChangeFocus: focus.event,
      isOn: (setting) => setting !== window.off,
      offer: async (notice, signal) => {
        window.offered.push(notice);
        window.signal = signal;
        if (window.isOpen) await once(signal, "abort");
        return window.press;
      },
    },
    batchMs: 5,
  });
  atEnd(async () => {
    notices.dispose();
    chats.dispose();
  });
  let asks = 0;
  const settle = (chat: Chat, result: Settled["turn"]["result"] = done("SECRET")) => {
    const asked = turn(`t${++asks}`, result);
    if (!chat.conversation.get(asked.id)) chat.conversation.put(asked);
    notices.settled({ chat, turn: asked });
    return asked;
  };
  const offered = async () => {
    await until("something is offered", () => window.offered.length > 0);
    return window.offered.splice(0);
  };
  return {
    chats,
    conversations,
    notices,
    window,
    focus,
    shown,
    settle,
    offered,
    unseen: () =>
      Object.fromEntries(chats.unseen.conversationIds.map((id) => [id, chats.unseen.in(id)])),
  };
}

const failed = { state: "failed", error: new HubError("network", "SECRET") } as const;

describe("notices of answers", () => {
  afterEach(closeAll);

  it("are not for the answers to callers, which show them themselves", async () => {
    const { chats, notices, settle, offered, unseen } = await fixture();
    const question = { typed: "Why?", expertId: 1, caller: "mcp" } as const;
    const ofCaller = turn("of-caller", done("SECRET"), { question });
    chats.side.conversation.put(ofCaller);
    notices.settled({ chat: chats.side, turn: ofCaller });
    assert.deepEqual(unseen(), {});
    settle(chats.side);
    const [{ sentence } = assert.fail(), ...more] = await offered();
    assert.match(sentence, / answered in /);
    assert.deepEqual(more, []);
    assert.deepEqual(unseen(), { [chats.side.conversation.id]: 1 });
  });

  it("are not for what was in view when it came, whatever is in view by now", async () => {
    const { chats, notices, window, settle, offered, unseen } = await fixture();
    const { side } = chats;
    const asked = turn("seen", done("SECRET"));
    side.conversation.put(asked);
    notices.settled({ chat: side, turn: asked }, true);
    assert.deepEqual(unseen(), {});
    window.focused = false;
    notices.settled({ chat: side, turn: asked }, true);
    settle(side);
    await offered();
    assert.deepEqual(unseen(), { [side.conversation.id]: 2 });
  });

  it("point once to what has to be decided in a chat that was hidden meanwhile", async () => {
    const { chats, notices, window, shown, offered } = await fixture();
    const { side } = chats;
    let isVisible = true;
    const stop = chats.places.add(place(side, () => isVisible));
    const ask = () =>
      side.pending.ask({ sentence: "SECRET?", reasons: [], choices: ["Send"], no: "Do Not Send" });
    const first = ask();
    notices.hidden();
    isVisible = false;
    window.press = true;
    for (let time = 0; time < 2; time++) notices.hidden();
    const sentence = "Something in the chat waits for your decision.";
    assert.deepEqual(await offered(), [{ sentence, isProblem: false }]);
    assert.deepEqual(shown, [[side.conversation.id, undefined]]);
    side.pending.leave();
    assert.equal(await first, undefined);
    const second = ask();
    notices.hidden();
    side.pending.leave();
    await second;
    const other = await chats.acquire(undefined);
    notices.settled({ chat: other.chat, turn: turn("t", done("x")) });
    assert.match((await offered())[0]?.sentence ?? "", / answered in /);
    assert.deepEqual(window.offered, [], "what was decided needs no notice");
    stop.dispose();
    other.hold.dispose();
  });

  it("name the expert and the conversation, never the answer, and show it", async () => {
    const { chats, window, shown, settle, offered, unseen } = await fixture();
    const { conversation } = chats.side;
    conversation.rename("A [b](command:c)\u202e $(x)");
    window.press = true;
    const { id, asked } = settle(chats.side);
    const [notice, ...more] = await offered();
    const title = "A [b] (command:c)\\u{202e} $ (x)";
    assert.deepEqual(notice, {
      sentence: `${asked.expertName} answered in “${title}”.`,
      isProblem: false,
    });
    assert.deepEqual([more, shown], [[], [[conversation.id, id]]]);
    assert.deepEqual(unseen(), { [conversation.id]: 1 });
    settle(chats.side, failed);
    const [problem] = await offered();
    assert.deepEqual(problem, {
      sentence: `${asked.expertName} did not answer in “${title}”.`,
      isProblem: true,
    });
  });

  it("are not given for what is seen or was stopped, and end once it is seen", async () => {
    const { chats, window, focus, settle, unseen, offered } = await fixture();
    const { side } = chats;
    let isVisible = true;
    chats.places.add(place(side, () => isVisible));
    settle(side);
    settle(side, { state: "stopped" });
    assert.deepEqual(unseen(), {});
    window.focused = false;
    settle(side);
    const { id } = side.conversation;
    assert.deepEqual(unseen(), { [id]: 1 });
    window.focused = true;
    focus.fire();
    assert.deepEqual(unseen(), {});
    isVisible = false;
    settle(side);
    settle(side);
    assert.deepEqual(unseen(), { [id]: 2 });
    isVisible = true;
    chats.places.changed();
    assert.deepEqual(unseen(), {});
    const other = chats.renewSide();
    settle(other);
    // Those that were seen in time are not among them.
    assert.match((await offered())[0]?.sentence ?? "", /^\S.* answered in “.*”\.$/);
  });

  it("go once every conversation that they are about was seen", async () => {
    const { chats, window, settle, offered } = await fixture();
    const [one, two] = [chats.side, chats.renewSide()];
    window.isOpen = true;
    for (const chat of [one, two]) settle(chat);
    await offered();
    chats.places.add(place(one, () => true));
    assert.equal(window.signal.aborted, false, "one of two was seen");
    chats.places.add(place(two, () => true));
    assert.equal(window.signal.aborted, true);
  });

  it("come as one where several answers arrive close together", async () => {
    const { chats, notices, settle, offered } = await fixture();
    const { side } = chats;
    side.conversation.rename("Cart");
    settle(side);
    settle(side);
    assert.deepEqual(await offered(), [
      { sentence: "2 answers arrived in “Cart”.", isProblem: false },
    ]);
    settle(side, failed);
    settle(side, failed);
    assert.deepEqual(await offered(), [
      { sentence: "2 questions failed in “Cart”.", isProblem: true },
    ]);
    settle(side);
    settle(chats.renewSide(), failed);
    notices.paused(side);
    assert.deepEqual(await offered(), [
      { sentence: "1 of 2 questions in 2 conversations failed.", isProblem: true },
    ]);
    notices.paused(side);
    assert.deepEqual(await offered(), [
      { sentence: "The queue is paused in “Cart”.", isProblem: true },
    ]);
    const { asked } = settle(side);
    notices.paused(chats.renewSide());
    assert.deepEqual(await offered(), [
      { sentence: `${asked.expertName} answered in “Cart”.`, isProblem: true },
    ]);
  });

  it("follow the two settings, and go with the conversation", async () => {
    const { chats, conversations, window, settle, offered, unseen } = await fixture();
    const { side } = chats;
    window.off = "notifyOnAnswer";
    settle(side);
    const { id } = side.conversation;
    assert.deepEqual(unseen(), { [id]: 1 });
    await conversations.saved.remove(id);
    assert.deepEqual(unseen(), {});
    window.off = "badgeOnAnswer";
    settle(chats.side);
    assert.equal((await offered()).length, 1, "the first one was not offered");
    assert.deepEqual(unseen(), {});
  });
});
