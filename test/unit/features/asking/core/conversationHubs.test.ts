import assert from "node:assert/strict";
import { ConversationHubs } from "../../../../../src/features/asking/core/conversationHubs";
import { Chat } from "../../../../../src/features/asking/core/chat";
import { closeAll, failureOf } from "../../../client/hubFixture";
import { realAsking } from "./realQuestion";
import { sound } from "../../../support/appFixture";

async function fixture() {
  const made = await realAsking(sound, "raw");
  const { asking, connection, keys, own } = made;
  const work = await connection.hubs.add({ baseUrl: own.origin, name: "Work" });
  await keys.store(work.scope, "w");
  const chat = new Chat();
  const ask = () => {
    const prepared = asking.prepare(chat.conversation, { typed: "x", expertId: 7 });
    return asking.ask(chat.conversation, prepared);
  };
  return { ...made, work, chat, ask, hubs: new ConversationHubs(connection) };
}

describe("a conversation with one of several hubs", () => {
  afterEach(closeAll);

  it("O3 is not sent to another one before the user says so, for each of them anew", async () => {
    const { ask, chat, connection, hubs, work } = await fixture();
    const [home] = connection.hubs.list;
    assert.equal(hubs.otherHub(chat), undefined, "nothing was asked yet");
    await ask();
    assert.equal(hubs.otherHub(chat), undefined);
    await connection.use(work);
    assert.deepEqual(hubs.otherHub(chat), { label: home!.label, hub: home });
    const error = await failureOf(Promise.resolve().then(() => hubs.assertSameHub(chat)));
    assert.equal(error.kind, "conflict");
    assert.match(error.message, /Nothing was sent .* with 127\.0\.0\.1:\d+, and Work is in use/);
    hubs.continueHere(chat);
    assert.equal(hubs.otherHub(chat), undefined);
    hubs.assertSameHub(chat);
    await connection.useBuiltIn(true);
    assert.equal(hubs.otherHub(chat)?.hub, connection.hubs.list[0]);
    assert.throws(() => hubs.assertSameHub(chat), /, and the built-in hub is in use\./);
  });

  it("names its hub where more than one is used", async () => {
    const { connection, hubs, work } = await fixture();
    const [home] = connection.hubs.list;
    assert.equal(hubs.nameAmong(home!.scope), home!.label);
    await connection.hubs.remove(work);
    assert.equal(hubs.nameAmong(home!.scope), undefined, "it is the only one");
    await connection.useBuiltIn(true);
    assert.equal(hubs.nameAmong(home!.scope), home!.label);
  });

  it("is named with an article if it is the built-in one", async () => {
    const { ask, chat, connection, hubs, work } = await fixture();
    await ask();
    const [turn] = chat.conversation.turns;
    const builtIn = { ...turn!, asked: { ...turn!.asked, hubScope: "built-in" } };
    await connection.use(work);
    assert.throws(
      () => hubs.assertSameHubAsTurn(builtIn),
      /Switch to the built-in hub to ask it again/,
    );
  });

  it("is with the one that was asked last", async () => {
    const { ask, chat, connection, hubs, work } = await fixture();
    await ask();
    await connection.use(work);
    hubs.continueHere(chat);
    await ask();
    const [home] = connection.hubs.list;
    await connection.use(home!);
    assert.equal(hubs.otherHub(chat)?.label, "Work");
  });

  it("names one that was removed by its host", async () => {
    const { ask, chat, connection, hubs, work, own } = await fixture();
    await connection.use(work);
    await ask();
    await connection.hubs.remove(work);
    assert.deepEqual(hubs.otherHub(chat), { label: new URL(own.origin).host });
  });
});
