import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { no, selected, senderFixture } from "./senderFixture";

describe("the expert of a chat", () => {
  afterEach(closeAll);

  it("Q2 is the default of a new conversation until one is picked, and stays once it was asked", async () => {
    const { chats, roster, sender, defaultExpert } = await senderFixture();
    const chat = chats.side;
    const asked = () => sender.expertOf(chat)?.id;
    await roster.use(7);
    assert.equal(asked(), 7);
    const seen = sender.shownState(chat);
    defaultExpert.current = roster.get(8);
    assert.equal(asked(), 8);
    chat.draft = "Hello";
    await assert.rejects(sender.send(chat, { shown: seen }), /in the meantime: the expert\./);
    await (
      await sender.send(chat, { shown: sender.shownState(chat) })
    ).settled;
    assert.equal(chat.conversation.turns.at(-1)?.asked.expertId, 8);
    defaultExpert.current = roster.get(7);
    assert.equal(asked(), 8);
    const fresh = chats.renewSide();
    chat.picked = undefined;
    defaultExpert.current = roster.get(8);
    assert.equal(asked(), 7, "the conversation has begun");
    defaultExpert.current = roster.get(7);
    fresh.picked = undefined;
    assert.equal(sender.expertOf(fresh)?.id, 7);
    sender.pick(fresh, 8);
    assert.equal(sender.expertOf(fresh)?.id, 8);
    sender.pick(fresh, 404);
    defaultExpert.current = undefined;
    assert.equal(sender.expertOf(fresh)?.id, 7);
  });

  it("Q2 is another one for the question that names it, and then the one of before", async () => {
    const { chats, roster, sender, questions } = await senderFixture();
    const chat = chats.side;
    await roster.use(7);
    sender.nameOnce(chat, 8);
    assert.equal(sender.expertOf(chat)?.id, 8);
    const ask = async (typed: string) => {
      chat.draft = typed;
      await (
        await sender.send(chat, { shown: sender.shownState(chat) })
      ).settled;
    };
    await ask("first");
    assert.equal(sender.expertOf(chat)?.id, 7);
    await ask("second");
    sender.nameOnce(chat, 8);
    await ask("third");
    await ask("fourth");
    assert.deepEqual(
      questions().map(({ expert_id: id }) => id),
      [8, 7, 8, 7],
    );
    sender.nameOnce(chat, 8);
    sender.pick(chat, 7);
    assert.equal(sender.expertOf(chat)?.id, 7, "the user has picked another one");
  });

  it("O3 is picked at one hub, and nobody's choice at another that has one of that id", async () => {
    const { chats, connection, roster, sender } = await senderFixture();
    const { side } = chats;
    await connection.useBuiltIn(true);
    await roster.add([7, 8]);
    await roster.use(8);
    await connection.useBuiltIn(false);
    sender.pick(side, 7);
    await connection.useBuiltIn(true);
    assert.equal(sender.expertOf(side)?.id, 8);
    sender.pick(side, 7);
    await roster.use(8);
    assert.equal(sender.expertOf(side)?.id, 7);
  });

  it("O3 is the one that was asked where a conversation continues with another hub", async () => {
    const { chats, connection, roster, sender } = await senderFixture();
    const { side } = chats;
    await (
      await sender.ask(side, { typed: "here" })
    ).settled;
    await connection.useBuiltIn(true);
    await roster.add([7, 8]);
    await roster.use(8);
    sender.hubs.continueHere(side);
    assert.equal(sender.expertOf(side)?.id, 8);
    await (
      await sender.ask(side, { typed: "there" })
    ).settled;
    await roster.use(7);
    assert.equal(sender.expertOf(side)?.id, 8);
  });
});

describe("sending what is in the composer", () => {
  afterEach(closeAll);

  it("sends words, selection, options, ability and model, and previews the same", async () => {
    const { chats, sender, roster, options, questions, content } = await senderFixture();
    const { side } = chats;
    await roster.choose(7, { abilityId: 3, modelId: 4 });
    await options.choose(7, {
      ...options.effective(7),
      webSearchMaxResults: 2,
      // Only the built-in hub gets it.
      reasoningEffort: "high",
    });
    side.draft = "Why?";
    side.attachments = [selected];
    const { body } = sender.preview(side, "Why?").sent;
    const { settled } = await sender.send(side);
    assert.equal(side.isComposed, false);
    const turn = await settled;
    assert.equal(turn.result.state, "done");
    assert.deepEqual(questions(), [JSON.parse(JSON.stringify(body))]);
    const { ability_id, model_id, tool_config, input_data, reasoning_effort } =
      questions()[0] ?? {};
    assert.equal(reasoning_effort, undefined);
    assert.deepEqual([ability_id, model_id, tool_config], [3, 4, { web_search_max_results: 2 }]);
    assert.equal(input_data, "Why?\n\n```ts\n1\n```");
    assert.deepEqual(
      content.map(({ question: { typed, attachments }, leftOut }) => [
        typed,
        attachments?.[0],
        leftOut,
      ]),
      [["Why?", selected, 0]],
    );
    assert.deepEqual([turn.asked.abilityName, turn.asked.modelName], ["Three", "Four"]);
  });

  it("asks the expert that was picked for the chat, else the current one, and stays with it", async () => {
    const { chats, sender, roster, questions } = await senderFixture();
    const { side } = chats;
    assert.equal(sender.expertOf(side)?.id, 7);
    await roster.use(8);
    assert.equal(sender.expertOf(side)?.id, 8);
    await (
      await sender.ask(side, { typed: "one" })
    ).settled;
    await roster.use(7);
    await (
      await sender.ask(side, { typed: "two" })
    ).settled;
    sender.pick(side, 99);
    assert.equal(sender.expertOf(side)?.id, 7, "the one that was picked is gone");
    await roster.remove([7, 8]);
    assert.equal(sender.expertOf(side), undefined);
    await assert.rejects(sender.ask(side, { typed: "three" }), /There is no expert to ask yet/);
    assert.deepEqual(
      questions().map(({ expert_id }) => expert_id),
      [8, 8],
    );
  });

  it("asks an expert that a caller names with what was chosen for that one", async () => {
    const { chats, sender, roster, options, questions } = await senderFixture();
    const { side } = chats;
    await roster.choose(7, { abilityId: 3, modelId: 4 });
    await options.choose(7, { ...options.effective(7), webSearchMaxResults: 2 });
    await roster.choose(8, { modelId: 4 });
    await options.choose(8, { ...options.effective(8), webSearchMaxResults: 5 });
    await (
      await sender.ask(side, { typed: "x", expertId: 8 })
    ).settled;
    const { expert_id, ability_id, model_id, tool_config } = questions()[0] ?? {};
    assert.deepEqual(
      [expert_id, ability_id, model_id, tool_config],
      [8, undefined, 4, { web_search_max_results: 5 }],
    );
  });

  it("keeps everything where the user declines, and can be asked again", async () => {
    const { chats, sender, confirmation, questions } = await senderFixture();
    const { side } = chats;
    const { confirm } = confirmation;
    confirmation.confirm = no;
    side.draft = "Why?";
    side.attachments = [selected];
    await assert.rejects(sender.send(side), { kind: "cancelled" });
    assert.deepEqual([side.draft, side.attachments[0]], ["Why?", selected]);
    assert.equal(sender.isTaken(side), false);
    confirmation.confirm = confirm;
    assert.deepEqual([questions(), side.conversation.turns], [[], []]);
    await (
      await sender.send(side)
    ).settled;
    assert.equal(questions().length, 1);
  });

  const request = { sentence: "Send it?", reasons: [], choices: ["Send"], no: "Do Not Send" };

  /** A sender that asks in the chat, where a place shows it. */
  async function asking() {
    const fixture = await senderFixture();
    const { chats, confirmation } = fixture;
    confirmation.confirm = async (chat, _, { signal }) =>
      (await chat.pending.ask(request, signal)) !== undefined;
    const side = () => chats.side;
    chats.places.add({
      get chat() {
        return side();
      },
      isVisible: true,
      find: () => {},
    });
    const { side: chat } = chats;
    chat.draft = "Why?";
    const sent = fixture.sender.send(chat);
    sent.catch(() => undefined);
    await until("it is asked", () => chat.pending.current !== undefined);
    return { ...fixture, chat, sent };
  }

  it("sends nothing where the hub is switched while the user is asked", async () => {
    const { chat, connection, sent, questions } = await asking();
    await connection.useBuiltIn(true);
    await assert.rejects(sent, { kind: "conflict" });
    assert.deepEqual([chat.pending.current, chat.draft, questions()], [undefined, "Why?", []]);
  });

  it("K15 sends nothing where the user leaves the conversation while asked", async () => {
    for (const leave of ["renewSide", "openSaved", "delete"] as const) {
      const { chat, chats, sent, questions, conversations } = await asking();
      const { id } = chat.conversation;
      if (leave === "renewSide") chats.renewSide();
      else if (leave === "openSaved") chats.open(new Conversation());
      else await conversations.saved.remove(id);
      await assert.rejects(sent, { kind: "cancelled" }, leave);
      assert.deepEqual([chat.pending.current, questions()], [undefined, []], leave);
    }
  });

  it("goes on asking where a tab shows the conversation, until that is closed", async () => {
    const { chat, chats, sent } = await asking();
    const tab = chats.places.add({ chat, isVisible: false, panelType: "tab", find: () => {} });
    chats.open(new Conversation());
    assert.notEqual(chat.pending.current, undefined);
    tab.dispose();
    chats.closedTab(chat);
    await assert.rejects(sent, { kind: "cancelled" });
    assert.equal(chat.draft, "Why?");
  });

  it("lets go of the chat of a question that was not sent, or that is answered", async () => {
    const { chats, sender, confirmation } = await senderFixture();
    const { confirm } = confirmation;
    for (const isSent of [false, true]) {
      confirmation.confirm = isSent ? confirm : no;
      const { chat, hold } = await chats.acquire(undefined);
      const { id } = chat.conversation;
      const asked = sender.ask(chat, { typed: "x" });
      hold.dispose();
      assert.equal(chats.of(id), chat, "it is kept until then");
      if (isSent) await (await asked).settled;
      else await assert.rejects(asked, { kind: "cancelled" });
      await until("it is let go of", () => chats.of(id) === undefined);
    }
  });

  it("leaves to the settings what was not chosen, also when it is asked again", async () => {
    const { chats, sender, settings, questions } = await senderFixture();
    const { side } = chats;
    settings.memory = "none";
    const turn = await (await sender.ask(side, { typed: "Why?" })).settled;
    assert.deepEqual([turn.question.memory, turn.question.temperature], [undefined, undefined]);
    settings.memory = "session";
    await (
      await sender.askAgain(side, turn)
    ).settled;
    assert.deepEqual(
      questions().map(({ session_id }) => session_id !== undefined),
      [false, true],
    );
  });

  it("keeps the words and the selection of other chats", async () => {
    const { chats, sender, unsent } = await senderFixture();
    const { side } = chats;
    const { chat } = await chats.acquire(undefined);
    chat.draft = "others";
    chat.attachments = [selected];
    side.draft = "Why?";
    await (
      await sender.send(side)
    ).settled;
    assert.deepEqual([chat.draft, chat.attachments[0]], ["others", selected]);
    const { id } = chat.conversation;
    await until("it is saved", async () => (await unsent(id)).typed === "others");
    await until("it is cleared", async () => (await unsent(side.conversation.id)).typed === "");
  });

  it("sends the words that it is given, and keeps a draft that has become another one", async () => {
    const { chats, sender, questions } = await senderFixture();
    const { side } = chats;
    for (const [draft, after] of [
      ["Why?", ""],
      ["Why?\n\nAnd how", "Why?\n\nAnd how"],
    ] as const) {
      side.draft = draft;
      await (
        await sender.send(side, { typed: "Why?" })
      ).settled;
      assert.equal(questions().at(-1)?.["input_data"], "Why?");
      assert.equal(side.draft, after);
    }
  });

  it("takes one question at a time, and puts one that was stopped back", async () => {
    const { chats, sender, hold, held } = await senderFixture();
    const { side } = chats;
    hold(true);
    side.draft = "Why?";
    side.attachments = [selected];
    const { settled } = await sender.send(side);
    assert.deepEqual([sender.isBusy(side), sender.isTaken(side)], [true, true]);
    await until("it is out", () => held.length === 1);
    await assert.rejects(sender.ask(side, { typed: "And?" }), /still being answered/);
    sender.stop(side);
    assert.equal((await settled).result.state, "stopped");
    assert.deepEqual([side.draft, side.attachments[0]], ["Why?", selected]);
    assert.equal(sender.isTaken(side), false);
  });

  it("T2 gives no tool access to a workspace that is not trusted", async () => {
    const { chats, sender, trust, questions } = await senderFixture();
    trust.isTrusted = false;
    const withTool = (workspace_connector: boolean) =>
      sender.ask(chats.side, { typed: "x", tools: { workspace_connector } });
    await assert.rejects(withTool(true), /not available in Restricted Mode/);
    await (
      await withTool(false)
    ).settled;
    assert.equal(questions().length, 1);
  });

  it("T2 switches off in an untrusted workspace what a hub might turn on by itself", async () => {
    const { chats, sender, trust, questions } = await senderFixture();
    trust.isTrusted = false;
    await (
      await sender.ask(chats.side, { typed: "x" })
    ).settled;
    assert.deepEqual(questions()[0]?.["tool_activation"], { workspace_connector: false });
  });

  it("Y9 keeps off what was switched off since, where a question is asked again", async () => {
    const { chats, sender, options, questions, reach } = await senderFixture();
    const { side } = chats;
    const chosen = options.of(7);
    await options.choose(7, { ...chosen, tools: { web_search: true } });
    await (
      await sender.ask(side, { typed: "x", expertId: 7 })
    ).settled;
    await options.choose(7, {
      ...chosen,
      tools: { web_search: false, workspace_connector: false },
    });
    await (
      await sender.askAgain(side, side.conversation.turns[0]!)
    ).settled;
    assert.deepEqual(
      questions().map(({ tool_activation: tools }) => tools),
      // What it turns on is asked about.
      [{ web_search: true }, { web_search: true, workspace_connector: false }],
    );
    assert.deepEqual(reach, ["new", "again"]);
  });

  it("looks at what other windows changed where something else was shown", async () => {
    const { chats, sender, store, connection, roster } = await senderFixture();
    const shown = sender.shownState(chats.side);
    let changes = 0;
    roster.onDidChange(() => changes++);
    const key = `roster:${connection.hub?.scope}`;
    const stored = store.get(key) as { kept: object[] };
    await store.set(key, { ...stored, current: 8 });
    assert.throws(() => sender.assertShown(chats.side, shown), /in the meantime: the expert\./);
    assert.equal(changes, 1);
    assert.doesNotThrow(() => sender.assertShown(chats.side, sender.shownState(chats.side)));
    assert.doesNotThrow(() => sender.assertShown(chats.side, undefined));
    await store.set("useBuiltInHub", true);
    let hubs = 0;
    connection.onDidChange(() => hubs++);
    assert.throws(() => sender.assertShown(chats.side, shown), /in the meantime: the hub\./);
    assert.equal(hubs, 1);
  });
});

describe("sending a question of an earlier turn", () => {
  afterEach(closeAll);

  it("asks it again with what is picked, at the end, and asks about it as a saved one", async () => {
    const { chats, sender, questions, reach } = await senderFixture();
    const { side } = chats;
    await (
      await sender.ask(side, { typed: "Why?", attachments: [selected], modelId: 4 })
    ).settled;
    const [turn] = side.conversation.turns;
    await (
      await sender.askAgain(side, turn!, { abilityId: 3 })
    ).settled;
    assert.deepEqual(
      questions().map(({ ability_id, model_id, input_data }) => [ability_id, model_id, input_data]),
      [
        [undefined, 4, "Why?\n\n```ts\n1\n```"],
        [3, 4, "Why?\n\n```ts\n1\n```"],
      ],
    );
    assert.deepEqual(reach, ["new", "again"]);
    assert.equal(side.conversation.turns.length, 2);
  });

  it("P8 asks it with no ability or model that the expert no longer has", async () => {
    const { chats, sender, roster, questions, become } = await senderFixture();
    const { side } = chats;
    await (
      await sender.ask(side, { typed: "one", abilityId: 3, modelId: 4 })
    ).settled;
    const [turn] = side.conversation.turns;
    const again = () => sender.askAgain(side, turn!);
    become({ expert_llm_models: [] });
    await roster.refresh(7);
    await assert.rejects(again(), /no longer has the model/);
    become({ abilities: [] });
    await roster.refresh(7);
    await assert.rejects(again(), /no longer has the ability/);
    assert.equal(questions().length, 1);
    become({});
    await roster.refresh(7);
    await (
      await again()
    ).settled;
    assert.equal(questions().length, 2);
  });

  it("Q2 asks it only the hub that was shown, whatever else has changed", async () => {
    const { chats, sender, roster, connection, options, questions } = await senderFixture();
    const { side } = chats;
    await (
      await sender.ask(side, { typed: "Why?" })
    ).settled;
    const [turn] = side.conversation.turns;
    const shown = sender.shownState(side);
    await roster.choose(7, { modelId: 4 });
    await options.choose(7, { ...options.effective(7), webSearchMaxResults: 2 });
    side.attachments = [selected];
    await (
      await sender.askAgain(side, turn!, { shown })
    ).settled;
    await connection.useBuiltIn(true);
    const again = () => sender.askAgain(side, turn!, { shown });
    await assert.rejects(again(), /in the meantime: the hub\./);
    await assert.rejects(sender.retry(side, turn!.id, shown), /in the meantime: the hub\./);
    assert.equal(questions().length, 2);
  });

  it("retries one without an answer in its stead, and no other", async () => {
    const { chats, sender, hold, held, questions, reach } = await senderFixture();
    const { side } = chats;
    hold(true);
    const { settled } = await sender.ask(side, { typed: "Why?" });
    await until("it is out", () => held.length === 1);
    sender.stop(side);
    const { id } = await settled;
    hold(false);
    const answered = await (await sender.retry(side, id)).settled;
    assert.deepEqual(
      side.conversation.turns.map(({ id: one }) => one),
      [answered.id],
    );
    assert.equal(questions().length, 2);
    assert.deepEqual(reach, ["new", "again"]);
    for (const wrong of [id, answered.id])
      await assert.rejects(
        sender.retry(side, wrong),
        (error: unknown) => error instanceof HubError && error.kind === "not-found",
      );
    assert.equal(questions().length, 2);
  });

  it("O3 asks none again at another hub, also where the conversation continues there", async () => {
    const { builtIn, chats, connection, hold, held, questions, roster, sender } =
      await senderFixture();
    const { side } = chats;
    hold(true);
    const { settled } = await sender.ask(side, { typed: "Why?" });
    await until("it is out", () => held.length === 1);
    sender.stop(side);
    const stopped = await settled;
    hold(false);
    await connection.useBuiltIn(true);
    await roster.add([7]);
    sender.hubs.continueHere(side);
    await (
      await sender.ask(side, { typed: "there" })
    ).settled;
    const asked = () => builtIn.requests.filter((request) => request.startsWith("POST ")).length;
    const refusal =
      /was for 127\.0\.0\.1:\d+, and the built-in hub is in use\. Switch to 127\.0\.0\.1:\d+ to ask it again/;
    await assert.rejects(sender.retry(side, stopped.id), refusal);
    await assert.rejects(sender.askAgain(side, stopped), refusal);
    assert.deepEqual([asked(), questions().length, side.conversation.turns.length], [1, 1, 2]);
    await connection.useBuiltIn(false);
    sender.hubs.continueHere(side);
    await (
      await sender.retry(side, stopped.id)
    ).settled;
    assert.deepEqual([asked(), questions().length], [1, 2]);
  });
});
