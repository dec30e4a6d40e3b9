import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import {
  columnQuestionAgain,
  columnQuestion,
} from "../../../../../src/features/compare/core/choices";
import {
  comparisonOf,
  isUnanswered,
  columnSettingsOf,
} from "../../../../../src/features/compare/core/comparisonColumns";
import { modelIdOf } from "../../../../../src/features/models/core/chosenModels";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { completion, piece } from "../../../../support/modelServer";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import {
  bodyOf,
  type CompareFixture,
  compareFixture,
  gate,
  keysIn,
  outputOf,
  questionsIn,
  realKey,
  secondKey,
} from "./compareFixture";
import { toQuestions } from "../../asking/core/realQuestion";
import { refuses } from "../../../platform/editor/secretStorage";

const hot = (temperature: number) => ({ temperature });
const fine = () => completion({ content: "Fine." });

/** A stream of so many pieces. */
const streamed = (pieces: number, length: number) => ({
  events: [
    ...Array.from({ length: pieces }, () => piece({ content: "x".repeat(length) })),
    piece({}, "stop"),
  ],
});

const states = ({ comparison }: CompareFixture): string[] =>
  comparison().columns.map(({ turn }) => outputOf(turn));
/** The turns of all that were asked, more than a page has room for. */
const turnsOf = ({ conversation }: CompareFixture): readonly Turn[] =>
  conversation.compared(conversation.turns.at(-1)!.id);
const isWaiting = ({ result }: Turn): boolean => result.state === "waiting";
const settled = (fixture: CompareFixture): Promise<void> =>
  until("all have an answer", () => !turnsOf(fixture).some(isWaiting));

/** Asks again what has no answer, as the page does. */
async function askFailedAgain(fixture: CompareFixture): Promise<void> {
  const { chat, comparison, comparisons } = fixture;
  const { columns, main } = comparison();
  const again = columns
    .filter(({ turn }) => isUnanswered(turn))
    .map((column) => columnQuestionAgain(column, comparisons.accountAt(column.settings.hubScope)));
  await comparisons.ask(chat, main.id, again);
}

function others(fixture: CompareFixture, ...choices: Parameters<typeof columnQuestion>[0][]) {
  const { main } = fixture.comparison();
  const first = { hubScope: main.asked.hubScope, question: main.question };
  const { comparisons, options } = fixture;
  return choices.map((choice) =>
    columnQuestion(choice, { first, at: comparisons.accountAt(choice.hubScope), options }),
  );
}

async function compareWith(
  fixture: CompareFixture,
  ...choices: Parameters<typeof columnQuestion>[0][]
): Promise<void> {
  const { chat, comparisons, comparison } = fixture;
  await comparisons.ask(chat, comparison().main.id, others(fixture, ...choices));
}

/** A hub that fails until it has something to say. */
function failing() {
  let output: string | undefined;
  return {
    reply: (text: string | undefined) => (output = text),
    answer: (exchange: RawExchange): void => {
      const { request, socket } = exchange;
      if (output !== undefined || !request.startsWith("POST "))
        toQuestions(() => ({ output }))(exchange);
      else socket.write(rawJson({ error: 500, message: "Broken." }, { status: 500 }));
    },
  };
}

/** Holds questions back, and counts how many are out. */
function held() {
  const waiting: RawExchange[] = [];
  return {
    waiting,
    answer: (exchange: RawExchange): void => {
      if (exchange.request.startsWith("POST ")) waiting.push(exchange);
      else toQuestions(() => ({}))(exchange);
    },
    release: (output: string) => waiting.shift()?.socket.write(rawJson({ output })),
  };
}

describe("the questions of a comparison", () => {
  afterEach(closeAll);

  it("go to each hub with its own key and session, and without the answers of the others", async () => {
    const fixture = await compareFixture();
    const { own, other, second, first, atHub, conversation } = fixture;
    await first("One?");
    await first("Two?");
    await compareWith(fixture, atHub(own.origin, 9), atHub(second.scope, 8, { temperature: 0.5 }));
    await settled(fixture);
    assert.deepEqual(states(fixture), ["first", "first", "second"]);
    assert.deepEqual(keysIn(own.requests), [realKey]);
    assert.deepEqual(keysIn(other.requests), [secondKey]);
    const bodies = [...questionsIn(own), ...questionsIn(other)].map((request) =>
      bodyOf({ request }),
    );
    const asked = bodies.slice(2) as unknown as Record<string, unknown>[];
    for (const [at, { input_data: input, conversation_history: history }] of bodies.entries())
      if (at >= 2) {
        assert.equal(input, "Two?");
        // Only the hub that knows the first question is told of it.
        assert.deepEqual(
          history?.map(({ content }) => content),
          at === 2 ? ["One?", "first"] : undefined,
        );
      }
    assert.deepEqual(
      asked.map((body) => [body["expert_id"], body["temperature"]]),
      [
        [9, undefined],
        [8, 0.5],
      ],
    );
    const sessions = bodies.map((body) => (body as { session_id?: string }).session_id);
    assert.equal(new Set(sessions).size, 3, "the chat has one, and each column another");
    assert.deepEqual(
      fixture.comparison().columns.map(({ settings }) => [settings.expertId, settings.temperature]),
      [
        [7, undefined],
        [9, undefined],
        [8, 0.5],
      ],
    );
    assert.equal(conversation.turns.length, 2);
    assert.equal(fixture.confirmed.length, 1);
    assert.match(
      fixture.summaries[0]!,
      /^2 requests, about \d+ tokens each, to 127\.0\.0\.1.* and Second$/,
    );
  });

  it("U2 go one by one to models at one local address, grouped, and four at once to each hub", async () => {
    let now = 0;
    let most = 0;
    const order: string[] = [];
    const gates: (() => void)[] = [];
    const reply = async ({ body }: { body: { model?: string } }) => {
      order.push(body.model ?? "");
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => gates.push(resolve));
      now--;
      return completion({ content: `from ${body.model}` });
    };
    const [atFirst, atSecond] = [held(), held()];
    const fixture = await compareFixture({
      atFirst: atFirst.answer,
      atSecond: atSecond.answer,
      models: [{ identifiers: ["small", "large"], reply }],
    });
    const { own, second, atHub, atModel, first } = fixture;
    const asking = first();
    await until("it is asked", () => atFirst.waiting.length === 1);
    atFirst.release("first");
    await asking;
    await compareWith(
      fixture,
      atModel("small"),
      atModel("large"),
      { ...atModel("small"), ...hot(1) },
      ...[1, 2, 3, 4, 5].map((at) => atHub(own.origin, 9, hot(at))),
      ...[1, 2, 3, 4, 5].map((at) => atHub(second.scope, 8, hot(at))),
    );
    await until("four are out at each hub", () => {
      return atFirst.waiting.length === 4 && atSecond.waiting.length === 4;
    });
    const queued = () =>
      turnsOf(fixture).filter(({ result }) => result.state === "waiting" && result.isQueued).length;
    assert.equal(queued(), 4, "two models, and the fifth of each hub");
    await until("all have an answer", () => {
      gates.shift()?.();
      atFirst.release("one");
      atSecond.release("two");
      return !turnsOf(fixture).some(isWaiting);
    });
    assert.equal(most, 1);
    assert.deepEqual(order, ["small", "small", "large"]);
    assert.equal(queued(), 0);
  });

  it("stop by column, also before their turn, and only what has no answer is asked again", async () => {
    const slow = gate(completion({ content: "slow" }));
    let fails = true;
    const fixture = await compareFixture({
      atSecond: (exchange) => {
        const { request, socket } = exchange;
        if (!fails || !request.startsWith("POST "))
          toQuestions(() => ({ output: "again" }))(exchange);
        else socket.write(rawJson({ error: 500, message: "Broken." }, { status: 500 }));
      },
      models: [
        { identifiers: ["slow", "never"], reply: () => slow.reply() },
        { identifiers: ["big"], reply: () => streamed(50, 100_000) },
      ],
    });
    const { second, atHub, atModel, first, comparisons, chat, servers, other } = fixture;
    await first();
    await compareWith(
      fixture,
      atHub(second.scope, 8),
      atModel("slow"),
      atModel("never"),
      atModel("big"),
    );
    const outputs = () => turnsOf(fixture).map(outputOf);
    const stop = (at: number) => comparisons.stop([turnsOf(fixture)[at]!]);
    await until("the large one is here", () => outputs()[4]?.length === 5_000_000);
    stop(3);
    await until("it is stopped", () => outputs()[3] === "stopped");
    stop(2);
    await until("both are stopped", () => outputs()[2] === "stopped");
    assert.equal(servers[0]!.requests.length, 1, "what waited for its turn was not sent");
    assert.deepEqual(outputs().slice(0, 4), ["first", "failed", "stopped", "stopped"]);
    // Another window, or this one after a reload, finds the same.
    await fixture.conversations.settle();
    const there = await fixture.window().open(fixture.conversation.id);
    assert.deepEqual(there!.compared(fixture.comparison().main.id).map(outputOf), outputs());
    fails = false;
    slow.open();
    await askFailedAgain(fixture);
    await settled(fixture);
    assert.deepEqual(outputs().slice(0, 4), ["first", "again", "slow", "slow"]);
    assert.equal(questionsIn(other).length, 2);
    assert.equal(servers[1]!.requests.length, 1, "what is finished stays");
    assert.equal(turnsOf(fixture).length, 5);
    for (const { settings, turn } of fixture.comparison().columns)
      assert.deepEqual(columnSettingsOf(turn), settings);
    assert.deepEqual([chat.conversation.turns.length, states(fixture).length], [1, 4]);
  });

  it("give the conversation the answer with the star, after every failure and retry", async () => {
    const { answer, reply } = failing();
    const fixture = await compareFixture({ atFirst: answer, atSecond: answer });
    const { chat, comparison, conversation, first, own, second, sender, atHub } = fixture;
    reply("earlier");
    await first("Earlier?");
    reply(undefined);
    await first("Why?");
    await compareWith(fixture, atHub(second.scope, 8));
    await settled(fixture);
    assert.deepEqual(states(fixture), ["failed", "failed"]);
    const starred = () => {
      const { main, columns } = comparison();
      assert.equal(conversation.turns.at(-1), main, "it is the newest of the conversation");
      assert.equal(columns.find(({ turn }) => turn === main)?.settings.expertId, 7);
      return outputOf(main);
    };
    await askFailedAgain(fixture);
    await settled(fixture);
    assert.deepEqual([starred(), ...states(fixture)], ["failed", "failed", "failed"]);
    reply("mended");
    await askFailedAgain(fixture);
    assert.equal(sender.isBusy(chat), true, "the question of the chat is in progress");
    await settled(fixture);
    assert.deepEqual([starred(), ...states(fixture)], ["mended", "mended", "mended"]);
    assert.equal(turnsOf(fixture).length, 2, "nothing of the failures is left");
    await first("Next?");
    const next = bodyOf({ request: questionsIn(own).at(-1)! });
    assert.deepEqual(
      next.conversation_history?.map(({ content }) => content),
      ["Earlier?", "earlier", "Why?", "mended"],
    );
    await fixture.conversations.settle();
    const there = (await fixture.window().open(conversation.id))!;
    assert.deepEqual(there.turns.map(outputOf), ["earlier", "mended", "mended"]);
  });

  it("leave a question that is asked again where it stands, and what is queued goes on after it", async () => {
    const { answer, reply } = failing();
    const fixture = await compareFixture({ atFirst: answer });
    const { chat, comparisons, conversation, first, own, sender } = fixture;
    const again = (turn: Turn) => {
      const { columns, main } = comparisonOf(conversation, turn.id)!;
      const at = comparisons.accountAt(own.origin);
      return comparisons.ask(chat, main.id, [columnQuestionAgain(columns[0]!, at)]);
    };
    const failed = await first("One?");
    reply("two");
    await first("Two?");
    const session = conversation.sessionFor(own.origin);
    const heard: string[] = [];
    sender.onDidSettle(({ turn }) => heard.push(outputOf(turn)));
    reply("one");
    await again(failed);
    await until("it has an answer", () => !conversation.turns.some(isWaiting));
    assert.deepEqual(conversation.turns.map(outputOf), ["one", "two"]);
    assert.equal(conversation.sessionFor(own.origin), session, "the later one is known there");
    await until("the chat hears of it", () => heard.length === 1);
    assert.deepEqual(heard, ["one"]);
  });

  it("end with their conversation, and with the question that they stand beside", async () => {
    const [atFirst, atSecond] = [held(), held()];
    let local = gate(fine());
    const fixture = await compareFixture({
      atFirst: atFirst.answer,
      atSecond: atSecond.answer,
      models: [{ identifiers: ["a", "b"], reply: () => local.reply() }],
    });
    const { conversations, comparison, conversation, first, own, other, second, servers } = fixture;
    const { atHub, atModel } = fixture;
    const posts = () =>
      questionsIn(own).length + questionsIn(other).length + servers[0]!.requests.length;
    const compared = async (before: number) => {
      const asking = first();
      await until("it is asked", () => atFirst.waiting.length === 1);
      atFirst.release("first");
      await asking;
      const asked = [1, 2, 3, 4, 5].map((at) => atHub(second.scope, 8, hot(at)));
      await compareWith(fixture, atModel("a"), atModel("b"), ...asked);
      await until("four are out, and one model", () => posts() === before + 6);
    };
    const answerAll = async () => {
      local.open();
      while (atSecond.waiting.length > 0) atSecond.release("late");
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    await compared(0);
    conversation.remove(comparison().main.id);
    await answerAll();
    assert.equal(posts(), 6);
    local = gate(fine());
    await compared(6);
    conversations.forget(conversation.id);
    await answerAll();
    assert.equal(posts(), 12);
  });

  it("send nothing where the user declines, and nothing twice while being asked", async () => {
    const fixture = await compareFixture();
    const { second, atHub, first, other, comparisons, chat, comparison, agree } = fixture;
    await first("token ghp_0123456789abcdefghijABCDEFGHIJ012345");
    agree(false);
    await assert.rejects(
      compareWith(fixture, atHub(second.scope, 8)),
      (error: unknown) => error instanceof HubError && error.kind === "cancelled",
    );
    assert.deepEqual([other.requests, comparison().columns.length], [[], 1]);
    agree(true);
    const asked = others(fixture, atHub(second.scope, 8));
    const once = comparisons.ask(chat, comparison().main.id, asked);
    await assert.rejects(
      comparisons.ask(chat, comparison().main.id, asked),
      /still being answered/,
    );
    await once;
    await settled(fixture);
    assert.equal(questionsIn(other).length, 1);
  });

  it("say in one sentence why a column cannot be asked any more", async () => {
    const fixture = await compareFixture({ models: [{ identifiers: ["small"], reply: fine }] });
    const { own, second, atHub, atModel, first, problems, roster, keys } = fixture;
    await first();
    const able = atHub(own.origin, 9, { abilityId: 3 });
    await compareWith(fixture, able, atHub(second.scope, 8), atModel("small"));
    await settled(fixture);
    const change = (scope: string, expert: object) =>
      roster.savedRosters.change(scope, ({ kept, ...stored }) => ({
        ...stored,
        kept: kept.map((one) => ({ ...one, expert: { ...one.expert!, ...expert } })),
      }));
    const another = { id: 4, name: "Another" };
    const able3 = [another, { id: 3, name: "Three" }];
    await change(own.origin, { abilities: able3, expert_llm_models: [] });
    assert.deepEqual(await problems(), [undefined, undefined, undefined, undefined]);
    for (const abilities of [[another], undefined]) {
      await change(own.origin, { abilities });
      const [none, unable] = await problems();
      assert.equal(none, undefined);
      assert.match(unable!, /the expert no longer has this ability\.$/);
    }
    await roster.remove([9]);
    await keys.forget(second.scope);
    await change("built-in", { expert_llm_models: [another] });
    const { get } = keys;
    keys.get = refuses;
    assert.deepEqual((await problems()).map(Boolean), [false, true, false, true]);
    keys.get = get;
    const [none, removed, signedOut, forgotten] = await problems();
    assert.equal(none, undefined);
    assert.match(removed!, /the expert is no longer in your list\.$/);
    assert.match(signedOut!, /there is no API key for Second\.$/);
    assert.match(forgotten!, /the model no longer exists\.$/);
    await fixture.connection.hubs.remove(second);
    assert.match((await problems())[2]!, /the hub is no longer in your list\.$/);
  });

  it("U2 go one by one to a local model, with that of the composer or of an answer on its way", async () => {
    let [now, most] = [0, 0];
    const gates: (() => void)[] = [];
    const reply = async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => gates.push(resolve));
      now--;
      return fine();
    };
    const fixture = await compareFixture({ models: [{ identifiers: ["a", "b", "c"], reply }] });
    const { atModel, chat, comparisons, connection, conversation, options, sender } = fixture;
    await connection.useBuiltIn(true);
    const allAsked = async () =>
      until("all have an answer", () => {
        gates.shift()?.();
        return !turnsOf(fixture).some(isWaiting);
      });
    const own = sender.composed(chat, { typed: "New?", ...atModel("a") });
    const at = comparisons.accountAt("built-in");
    const first = { hubScope: "built-in", question: own };
    const of = (name: string) => columnQuestion(atModel(name), { first, at, options });
    await comparisons.askAll(chat, own, [of("b"), of("c")]);
    assert.equal(turnsOf(fixture).length, 3);
    await allAsked();
    assert.equal(most, 1);
    // The chat's own is on its way when others are asked beside it.
    const { settled: answering } = await sender.ask(chat, { typed: "Next?", ...atModel("a") });
    await until("it is asked", () => gates.length === 1);
    await comparisons.ask(chat, conversation.turns.at(-1)!.id, [of("b"), of("c")]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(gates.length, 1, "the others wait for it");
    await allAsked();
    await answering;
    assert.equal(most, 1);
  });

  it("go to a model that its server lists, once the hub was given it and the user agreed", async () => {
    const fixture = await compareFixture({ models: [{ identifiers: ["a"], reply: fine }] });
    const { atModel, chat, comparisons, connection, models, options, sender, servers } = fixture;
    await connection.useBuiltIn(true);
    const listed = { kind: "address", address: servers[0]!.base, identifier: "new" } as const;
    const seen: unknown[] = [];
    const list = comparisons.listed(async (onListed) => onListed([listed]));
    await list((all) => seen.push(...all), new AbortController().signal);
    assert.deepEqual(seen, [listed]);
    const own = sender.composed(chat, { typed: "New?", ...atModel("a") });
    const first = { hubScope: "built-in", question: own };
    const settings = { ...atModel("a"), modelId: modelIdOf(listed) };
    const at = comparisons.accountAt("built-in");
    const prepared = comparisons.prepareAll(chat, own, [
      columnQuestion(settings, { first, at, options }),
    ]);
    assert.match(comparisons.summary(prepared), /^2 requests, .*, to your computer$/);
    const long = sender.prepare(chat, { ...own, typed: "long ".repeat(100) });
    const alone = comparisons.summary([long]);
    const [, tokens] = /^1 request, about (\d+) tokens, to your computer$/.exec(alone)!;
    const both = `2 requests, about ${tokens} tokens each, to your computer`;
    assert.equal(comparisons.summary([prepared[0], long]), both, "the size of the largest");
    assert.equal(models.find(settings.modelId), undefined, "nothing is kept before it is picked");
    const chosen = models.list;
    await comparisons.agree([{ ...settings, hubScope: "another" }]);
    assert.deepEqual([models.list, models.isAllowed(listed)], [chosen, false]);
    await comparisons.agree([{ ...settings, modelId: 1 }, settings, atModel("a")]);
    assert.deepEqual([models.find(settings.modelId), models.isAllowed(listed)], [listed, true]);
    assert.deepEqual(models.list, [...chosen, listed], "the newest was chosen for itself");
    assert.throws(() => comparisons.accountAt("gone"), /hub/);
  });

  it("begin with what is in the composer, which is the chat's own question", async () => {
    const fixture = await compareFixture();
    const { second, atHub, comparisons, chat, conversation, options } = fixture;
    const own = { typed: "New?", expertId: 7 };
    const first = { hubScope: fixture.own.origin, question: own };
    const at = comparisons.accountAt(second.scope);
    const picked = [columnQuestion(atHub(second.scope, 8), { first, at, options })];
    const turn = await comparisons.askAll(chat, own, picked);
    assert.deepEqual([turn.id, turn.beside], [conversation.turns[0]!.id, undefined]);
    await settled(fixture);
    assert.deepEqual(states(fixture), ["first", "second"]);
    assert.deepEqual(
      fixture.confirmed.map(({ length }) => length),
      [2],
    );
  });
});
