import { questionTools } from "../../../../support/questionTools";
import assert from "node:assert/strict";
import type { Account } from "../../../../../src/features/connection/core/account";
import { QuestionRunner } from "../../../../../src/features/asking/core/questionRunner";
import type { Connection } from "../../../../../src/features/connection/core/connection";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Settings } from "../../../../../src/platform/core/ports";
import type { Roster } from "../../../../../src/features/experts/core/roster";
import { rawJson } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { ContextSizes } from "../../../../../src/features/models/core/contextSizes";
import { TestStore } from "../../../support/appFixture";
import { closeAll } from "../../../client/hubFixture";
import { bodyOf, realAsking } from "./realQuestion";
import { done, scope, turn } from "../../conversation/core/savedTurns";
import { noPolicy } from "../../../../../src/policy/policy";
import { noPictures } from "../../../../support/pictures";

/** The hub echoes the question. */
const invokeAgent = async ({ input_data: output = "" }) => ({
  value: { output, intermediate_steps: [] },
  raw: {},
  bytes: 1,
  elapsedMs: 1,
});

function asking(): QuestionRunner {
  const settings = { memory: "none" } as Settings;
  const connection = {
    policy: noPolicy,
    hub: { scope },
    accountAt: () => ({ hub: { scope }, baseUrl: scope, account: 0 }),
    assertUnchanged: () => undefined,
    clientFor: async () => ({ invokeAgent }),
  } as unknown as Connection;
  return new QuestionRunner({
    connection,
    tools: questionTools({ connection }),
    roster: { getAt: () => undefined } as unknown as Roster,
    account: { knownAt: () => undefined } as unknown as Account,
    settings,
    contexts: new ContextSizes(new TestStore(), { find: () => undefined }),
    pictures: noPictures,
  });
}

describe("a question that is asked again", () => {
  it("P6 keeps the answer that still comes in the window that asked it first", async () => {
    const conversation = new Conversation();
    conversation.put(turn("1", { state: "interrupted" }));
    const again = asking();
    const question = { typed: "question 1", expertId: 1 };
    const prepared = again.prepare(conversation, { ...question, replacing: "1" });
    const settled = again.ask(conversation, prepared);
    assert.deepEqual(
      conversation.turns.map(({ result }) => result.state),
      ["waiting"],
    );
    conversation.merge([{ kind: "turn", turn: turn("1", done("of the other window")) }]);
    await settled;
    assert.deepEqual(
      conversation.turns.map(
        ({ result }) => result.state === "done" && result.received.value.output,
      ),
      ["question 1", "of the other window"],
    );
  });
});

describe("a question that is prepared", () => {
  afterEach(closeAll);

  it("says how many answers do not fit, wherever answers are sent back", async () => {
    const { asking: runner, settings, own } = await realAsking();
    const conversation = new Conversation();
    const asked = { expertId: 7, expertName: "Seven", hubScope: own.origin, builtIn: false };
    const large = "x".repeat(3_000_000);
    for (const id of ["1", "2", "3"]) conversation.put(turn(id, done(large), { asked }));
    const leftOut = (more: object = {}) =>
      runner.prepare(conversation, { typed: "x", expertId: 7, ...more }).leftOut;
    assert.equal(leftOut(), 1);
    assert.equal(leftOut({ memory: "history" }), 1);
    assert.equal(leftOut({ memory: "session" }), 0);
    settings.memory = "session";
    assert.equal(leftOut(), 0);
    assert.equal(leftOut({ memory: "both" }), 1);
  });

  it("is not sent where it is empty, another is out, or there is no hub", async () => {
    const { asking: runner, connection, settings } = await realAsking(() => {}, "raw");
    const conversation = new Conversation();
    const prepared = (typed: string) => runner.prepare(conversation, { typed, expertId: 7 });
    assert.throws(() => runner.ask(conversation, prepared(" \n")), /There is nothing to send/);
    const question = prepared("x");
    void runner.ask(conversation, question);
    assert.equal(runner.isBusy(conversation), true);
    assert.throws(() => runner.ask(conversation, question), /still being answered/);
    assert.equal(conversation.turns.length, 1);
    runner.stopAll();
    await until("it is stopped", () => !runner.isBusy(conversation));
    assert.equal(conversation.turns[0]?.result.state, "stopped");
    settings.baseUrl = "";
    connection.reload();
    assert.throws(() => prepared("x"), { kind: "no-key" });
  });

  it("P4 is still waiting where the window closes, so that it comes back as interrupted", async () => {
    const { asking: runner, own } = await realAsking(() => {}, "raw");
    const conversation = new Conversation();
    const question = runner.prepare(conversation, { typed: "x", expertId: 7 });
    const settled = runner.ask(conversation, question);
    await until("it is out", () => own.requests.length === 1);
    runner.dispose();
    assert.equal((await settled).result.state, "waiting");
    assert.equal(conversation.turns[0]?.result.state, "waiting");
  });
});

/** Of a model that a hub has asked. */
const message = "This model's maximum context length is 900 tokens.";
const answers = {
  "400": rawJson({ error: 400, message }, { status: 400 }),
  "413": rawJson({ error: 413, message }, { status: 413 }),
  "422": rawJson({ error: 422, message }, { status: 422 }),
  "500": rawJson({ error: 500, message }, { status: 500 }),
  "502": rawJson({ error: 502, message }, { status: 502 }),
  "503": rawJson({ error: 503, message }, { status: 503 }),
  "408": rawJson({ error: 408, message }, { status: 408 }),
  "409": rawJson({ error: 409, message }, { status: 409 }),
  "200": rawJson({ error: 400, message }),
  "a cut answer": rawJson({ error: 400, message }, { status: 400 }).slice(0, -9),
};

async function asked(answer: string, past: number) {
  const { ask, own } = await realAsking(({ socket, request }) => {
    if (request.startsWith("POST ")) socket.end(answer);
  }, "raw");
  const conversation = new Conversation();
  const who = { expertId: 7, expertName: "Seven", hubScope: own.origin, builtIn: false };
  for (let at = 1; at <= past; at++)
    conversation.put(turn(`${at}`, done("word ".repeat(500)), { asked: who }));
  const { result } = await ask(conversation, { typed: "Why?" });
  const sizes = own.requests
    .filter((request) => request.startsWith("POST "))
    .map(({ length }) => length);
  return { state: result.state, sizes };
}

describe("a question that a model refuses as too long", () => {
  afterEach(closeAll);

  for (const [status, answer] of Object.entries(answers)) {
    const isRefused = ["400", "413", "422"].includes(status);
    it(`Z2 is sent ${isRefused ? "again with less" : "once"} after ${status}`, async () => {
      const { state, sizes } = await asked(answer, 3);
      assert.equal(state, "failed");
      assert.equal(sizes.length, isRefused ? 2 : 1);
      if (isRefused) assert.ok(sizes[1]! < sizes[0]! - 1000, sizes.join(" "));
    });
  }

  it("Z2 is sent once where nothing can be left out", async () => {
    const { sizes } = await asked(answers["400"], 0);
    assert.equal(sizes.length, 1);
  });
});

describe("whom a question is asked", () => {
  afterEach(closeAll);

  it("is no ability where it goes to the language model alone", async () => {
    const { ask, own } = await realAsking();
    const chosen = { typed: "Who?", abilityId: 3, modelId: 4 };
    const conversation = new Conversation();
    await ask(conversation, chosen);
    await ask(conversation, { ...chosen, mode: "model" });
    assert.deepEqual(
      conversation.turns.map(({ asked }) => [asked.abilityName, asked.modelName]),
      [
        ["Ability 3", "Model 4"],
        [undefined, "Model 4"],
      ],
    );
    const sent = own.requests.filter((request) => request.startsWith("POST "));
    assert.deepEqual(
      sent.map((request) => "ability_id" in bodyOf({ request })),
      [true, false],
    );
  });
});

describe("a question that is answered", () => {
  afterEach(closeAll);

  it("is not stopped with one in another conversation", async () => {
    const held: (() => void)[] = [];
    const { ask, asking: runner } = await realAsking(({ socket, request }) => {
      if (request.startsWith("POST ")) held.push(() => socket.write(rawJson({ output: "Fine." })));
    });
    const conversations = [new Conversation(), new Conversation()] as const;
    const asked = conversations.map((conversation) => ask(conversation, { typed: "x" }));
    await until("both are out", () => held.length === 2);
    runner.stop(conversations[0]);
    assert.equal((await asked[0]!).result.state, "stopped");
    assert.equal(runner.isBusy(conversations[1]), true);
    for (const answer of held) answer();
    assert.equal((await asked[1]!).result.state, "done");
  });

  it("is no longer in progress when its answer shows", async () => {
    const { ask, asking: runner } = await realAsking();
    const conversation = new Conversation();
    const states: [string, boolean][] = [];
    conversation.onDidChangeTurn(({ turn: { result } }) =>
      states.push([result.state, runner.isBusy(conversation)]),
    );
    await ask(conversation, { typed: "x" });
    assert.deepEqual(states, [
      ["waiting", true],
      ["done", false],
    ]);
  });

  it("shows until when another try is waited for", async () => {
    let tries = 0;
    const busy = { status: 429, head: ["Retry-After: 1"] };
    const { ask } = await realAsking(({ socket, request }) => {
      if (!request.startsWith("POST ")) return;
      if (++tries === 1) socket.write(rawJson({ error: 1, message: "busy" }, busy));
      else socket.write(rawJson({ output: "Fine." }));
    });
    const conversation = new Conversation();
    const waits: unknown[] = [];
    conversation.onDidChangeTurn(({ turn: { result } }) => {
      if (result.state !== "waiting" || !result.again) return;
      const { why, at } = result.again;
      waits.push([why, at > Date.now() && at <= Date.now() + 2_000]);
    });
    const { result } = await ask(conversation, { typed: "x" });
    assert.equal(result.state, "done");
    assert.deepEqual(waits, [["rate-limited", true]]);
  });

  it("is kept as the user asked it, without what the settings were", async () => {
    const { ask, settings } = await realAsking();
    settings.memory = "none";
    const { question } = await ask(new Conversation(), { typed: "x" });
    assert.deepEqual(question, { typed: "x", expertId: 7 });
  });
});
