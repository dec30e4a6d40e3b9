import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { fromJson, toJson } from "../../../../../src/features/history/core/conversationExport";
import { keepsBudget, workedMs } from "../../../../support/machineSpeed";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { done, scope, turn } from "./savedTurns";
import { savedFolder } from "./savedFolder";

const settings = { historyTurns: 20, roles: { user: "user", assistant: "assistant" } };
const beside = (id: string, of: string, more: Partial<Turn> = {}): Turn =>
  turn(id, done(`answer ${id}`), { beside: of, ...more });

/** Two questions; the second has two answers beside it. */
function compared(): Conversation {
  const conversation = new Conversation();
  conversation.put(turn("1", done("one")));
  conversation.put(turn("2", done("two")));
  conversation.put(beside("3", "2"));
  conversation.put(beside("4", "2"));
  return conversation;
}

const idsOf = (turns: readonly Turn[]): string[] => turns.map(({ id }) => id);
const shape = (conversation: Conversation): object =>
  Object.fromEntries(
    conversation.turns.map(({ id }) => [id, idsOf(conversation.alternatives(id)).toSorted()]),
  );

/** How often it is asked of a turn what it stands beside, where all of them are gone through. */
function lookedAt(count: number): number {
  let reads = 0;
  const conversation = new Conversation();
  for (let at = 0; at < count; at++) {
    const counted = {
      get: (of: Turn, name: keyof Turn) => {
        if (name === "beside") reads++;
        return of[name];
      },
    };
    const one = at % 4 === 1 ? beside(`${at}`, `${at - 1}`) : turn(`${at}`, done("one"));
    conversation.put(new Proxy(one, counted));
  }
  reads = 0;
  for (const { id } of conversation.turns) conversation.alternatives(id);
  const fork = conversation.forkUntil(conversation.turns.at(-1)!.id, { inclusive: true });
  assert.equal(fork.turns.length, count * 0.75);
  for (let at = 0; at < count; at += 40) conversation.remove(`${at}`);
  return reads;
}

describe("answers beside a turn", () => {
  afterEach(closeAll);

  it("perf are found without a look at all turns", async () => {
    const conversation = new Conversation();
    for (let at = 0; at < 8000; at++) conversation.put(turn(`t${at}`, done("answer")));
    conversation.put(beside("o", "t7999"));
    await keepsBudget(() => {
      const ms = workedMs(() => {
        const fork = conversation.forkUntil("t7999", { inclusive: true });
        assert.equal(fork.alternatives(fork.turns.at(-1)!.id).length, 1);
      });
      return ms / 250;
    });
  });

  it("are no part of the conversation, its history, its newest answer or its title", () => {
    const conversation = compared();
    assert.deepEqual(shape(conversation), { 1: [], 2: ["3", "4"] });
    assert.equal(conversation.lastAnswered?.id, "2");
    assert.equal(conversation.get("3")?.beside, "2");
    const sent = JSON.stringify(conversation.history(scope, settings));
    assert.match(sent, /two/);
    assert.doesNotMatch(sent, /answer/);
    const alone = new Conversation();
    alone.put(beside("3", "2"));
    assert.equal(alone.title, undefined);
  });

  it("see what was asked before that turn, and not its answer", () => {
    const before = JSON.stringify(compared().history(scope, settings, "2"));
    assert.match(before, /one/);
    assert.doesNotMatch(before, /two/);
  });

  it("change places with it where the conversation continues with one of them", () => {
    const conversation = compared();
    conversation.put(
      beside("5", "2", {
        sent: { endpoint: "invoke_agent", body: { expert_id: 1, session_id: "own" } },
      }),
    );
    conversation.continueWith("5");
    assert.deepEqual(shape(conversation), { 1: [], 5: ["2", "3", "4"] });
    assert.equal(conversation.sessionFor(scope), "own");
    conversation.put(turn("6", done("six")));
    assert.deepEqual(idsOf(conversation.turns), ["1", "5", "6"]);
    conversation.continueWith("6");
    assert.deepEqual(idsOf(conversation.turns), ["1", "5", "6"]);
  });

  it("go with it, and stay with the question that replaces it", () => {
    const removed = compared();
    removed.remove("2");
    assert.deepEqual(shape(removed), { 1: [] });
    assert.equal(removed.get("3"), undefined);
    const replaced = compared();
    replaced.put(turn("7", { state: "waiting" }));
    replaced.remove("2", "7");
    assert.deepEqual(shape(replaced), { 1: [], 7: ["3", "4"] });
    replaced.put(beside("8", "7"));
    replaced.remove("3", "8");
    assert.deepEqual(idsOf(replaced.alternatives("7")), ["8", "4"]);
  });

  it("go along into a fork under ids of their own, which may continue with one of them", () => {
    const conversation = compared();
    conversation.put(beside("5", "2", { result: { state: "waiting" } }));
    const fork = conversation.forkUntil("2", { inclusive: true });
    const [, main] = fork.turns;
    assert.equal(fork.turns.length, 2);
    assert.deepEqual(
      fork.alternatives(main!.id).map(({ question }) => question.typed),
      ["question 3", "question 4"],
    );
    assert.ok(idsOf(fork.alternatives(main!.id)).every((id) => !conversation.get(id)));
    const chosen = conversation.forkUntil("4", { inclusive: true });
    assert.equal(chosen.turns.at(-1)?.question.typed, "question 4");
    assert.equal(chosen.alternatives(chosen.turns.at(-1)!.id).length, 2);
    assert.notEqual(chosen.sessionFor(scope), conversation.sessionFor(scope));
  });

  it("D4 are the same in another window, in an export and after a rewrite", async () => {
    const { window, saved, opened, fileOf } = await savedFolder();
    const id = await saved(turn("1", done("one")), turn("2", done("two")));
    const conversations = window();
    const conversation = await opened(id, conversations);
    conversation.put(beside("3", "2"));
    conversation.put(beside("4", "2", { result: { state: "waiting", isQueued: true } }));
    await conversations.saved.settle();
    const theirs = await opened(id);
    conversation.continueWith("3");
    conversation.put(turn("5", { state: "waiting" }));
    conversation.remove("3", "5");
    await conversations.saved.settle();
    const again = await opened(id);
    assert.deepEqual(shape(again), { 1: [], 5: ["2", "4"] });
    await until("the other window has it", () => theirs.get("5") !== undefined);
    assert.deepEqual(shape(theirs), shape(again));
    // What was waiting for its turn was not sent.
    assert.equal(again.get("4")?.result.state, "stopped");
    const imported = new Conversation(fromJson(Buffer.from(toJson(again))));
    assert.deepEqual(shape(imported), shape(again));
    assert.ok((await readFile(fileOf(id), "utf8")).includes('"beside":"2"'));
  });

  it("perf are found without looking at each turn of the conversation", () => {
    const [few, many] = [lookedAt(400), lookedAt(4_000)];
    assert.ok(few > 0 && many <= few * 11, `${few} looks at 400 turns, ${many} at 4,000`);
  });

  it("keep the fields of a later version where the file is rewritten", async () => {
    const { saved, opened, fileOf } = await savedFolder();
    const id = await saved(turn("1", done("one")));
    const text = await readFile(fileOf(id), "utf8");
    await writeFile(fileOf(id), text.replace('"askedAt":', '"weight":{"of":[1]},"askedAt":'));
    const conversation = await opened(id);
    const { weight } = conversation.get("1") as unknown as { weight: unknown };
    assert.deepEqual(weight, { of: [1] });
    conversation.settle("1", done("changed"));
    assert.match(toJson(conversation), /"weight"/);
  });
});
