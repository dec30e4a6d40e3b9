import assert from "node:assert/strict";
import { HubError } from "../../../../../src/contract/errors";
import { askedAgain, askedFor } from "../../../../../src/features/compare/core/choices";
import {
  comparisonOf,
  isUnanswered,
  wayOf,
} from "../../../../../src/features/compare/core/comparison";
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
const settled = (fixture: CompareFixture): Promise<void> =>
  until("all have an answer", () => !states(fixture).includes("waiting"));

function others(fixture: CompareFixture, ...choices: Parameters<typeof askedFor>[0][]) {
  const { main } = fixture.comparison();
  const first = { hubScope: main.asked.hubScope, question: main.question };
  const { comparisons, options } = fixture;
  return choices.map((choice) =>
    askedFor(choice, { first, at: comparisons.accountAt(choice.hubScope), options }),
  );
}

async function compareWith(
  fixture: CompareFixture,
  ...choices: Parameters<typeof askedFor>[0][]
): Promise<void> {
  const { chat, comparisons, comparison } = fixture;
  await comparisons.ask(chat, comparison().main.id, others(fixture, ...choices));
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
      fixture.comparison().columns.map(({ way }) => [way.expertId, way.temperature]),
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
      fixture
        .comparison()
        .columns.filter(({ turn: { result } }) => result.state === "waiting" && result.isQueued)
        .length;
    assert.equal(queued(), 4, "two models, and the fifth of each hub");
    await until("all have an answer", () => {
      gates.shift()?.();
      atFirst.release("one");
      atSecond.release("two");
      return !states(fixture).includes("waiting");
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
    const column = (at: number) => fixture.comparison().columns[at]!;
    await until("the large one is here", () => states(fixture)[4]?.length === 5_000_000);
    comparisons.stop([column(3).turn]);
    await until("it is stopped", () => states(fixture)[3] === "stopped");
    comparisons.stop([column(2).turn]);
    await until("both are stopped", () => states(fixture)[2] === "stopped");
    assert.equal(servers[0]!.requests.length, 1, "what waited for its turn was not sent");
    assert.deepEqual(states(fixture).slice(0, 4), ["first", "failed", "stopped", "stopped"]);
    // Another window, or this one after a reload, finds the same.
    await fixture.conversations.settle();
    const there = await fixture.window().open(fixture.conversation.id);
    const found = comparisonOf(there!, fixture.comparison().main.id)!;
    assert.deepEqual(
      found.columns.map(({ turn }) => outputOf(turn)),
      states(fixture),
    );
    fails = false;
    slow.open();
    const { columns, main } = fixture.comparison();
    const again = columns
      .filter(({ turn }) => isUnanswered(turn))
      .map((column) => askedAgain(column, comparisons.accountAt(column.way.hubScope)));
    assert.equal(again.length, 3);
    await comparisons.ask(chat, main.id, again);
    await settled(fixture);
    assert.deepEqual(states(fixture).slice(0, 4), ["first", "again", "slow", "slow"]);
    assert.equal(questionsIn(other).length, 2);
    assert.equal(servers[1]!.requests.length, 1, "what is finished stays");
    assert.equal(fixture.comparison().columns.length, 5);
    for (const { way, turn } of fixture.comparison().columns) assert.deepEqual(wayOf(turn), way);
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
    await compareWith(fixture, atHub(own.origin, 9), atHub(second.scope, 8), atModel("small"));
    await settled(fixture);
    assert.deepEqual(await problems(), [undefined, undefined, undefined, undefined]);
    await roster.remove([9]);
    await keys.forget(second.scope);
    await roster.stored.change("built-in", ({ kept, ...stored }) => ({
      ...stored,
      kept: kept.map((one) => ({ ...one, expert: { ...one.expert!, expert_llm_models: [] } })),
    }));
    const [none, removed, signedOut, forgotten] = await problems();
    assert.equal(none, undefined);
    assert.match(removed!, /the expert is no longer in your list\.$/);
    assert.match(signedOut!, /there is no API key for Second\.$/);
    assert.match(forgotten!, /the model no longer exists\.$/);
    await fixture.connection.hubs.remove(second);
    assert.match((await problems())[2]!, /the hub is no longer in your list\.$/);
  });

  it("begin with what is in the composer, which is the chat's own question", async () => {
    const fixture = await compareFixture();
    const { second, atHub, comparisons, chat, conversation, options } = fixture;
    const own = { typed: "New?", expertId: 7 };
    const first = { hubScope: fixture.own.origin, question: own };
    const at = comparisons.accountAt(second.scope);
    const picked = [askedFor(atHub(second.scope, 8), { first, at, options })];
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
