import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { TokenCost } from "../../../../../src/features/asking/core/tokenCost";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { TurnChange } from "../../../../../src/features/conversation/core/turn";
import { Conversations } from "../../../../../src/features/conversation/core/conversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import type { User } from "../../../../../src/contract/types";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { pause, until } from "../../../../support/until";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { realAsking } from "./realQuestion";

const output = "The answer. ".repeat(5000);

async function next(list: (() => void)[]): Promise<void> {
  await until("the hub is asked", () => list.length > 0);
  list.shift()!();
}

/** A hub that charges 7 tokens for each answer, and returns the balance only when allowed to. */
async function charging() {
  let tokens = 1000;
  const topUp = (more: number): void => void (tokens += more);
  const balances: (() => void)[] = [];
  const balanceSockets: RawExchange["socket"][] = [];
  let isRefusing = false;
  const answers: (() => void)[] = [];
  const fixture = await realAsking(({ socket, request }: RawExchange) => {
    if (request.includes("/get_user")) {
      balanceSockets.push(socket);
      balances.push(() =>
        socket.write(
          isRefusing
            ? rawJson({ error: 3, message: "no" }, { status: 403 })
            : rawJson([{ user: { user_id: "u", user_metadata: { tokens } } }]),
        ),
      );
    } else
      answers.push(() => {
        tokens -= 7;
        socket.write(rawJson({ output, intermediate_steps: [] }));
      });
  }, "raw");
  const known = fixture.account.current();
  await next(balances);
  await known;
  return {
    ...fixture,
    answered: () => next(answers),
    balanced: () => next(balances),
    refuse: async () => {
      isRefusing = true;
      await next(balances);
      isRefusing = false;
    },
    balances,
    balanceSockets,
    topUp,
  };
}

function told(conversation: Conversation): TurnChange[] {
  const changes: TurnChange[] = [];
  conversation.onDidChangeTurn((change) => changes.push(change));
  return changes;
}

describe("what an answer cost", () => {
  afterEach(closeAll);

  it("comes as a change of its own, and is saved in a line of its own", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "cost-"));
    atEnd(() => rm(folder, { recursive: true }));
    const [window, later] = [0, 1].map(() => new Conversations(new DiskFiles(folder)));
    atEnd(async () => {
      for (const one of [window, later]) one!.dispose();
    });
    const { ask, answered, balanced } = await charging();
    const conversation = new Conversation();
    window!.keep(conversation);
    const asked = ask(conversation, { typed: "How much?" });
    await answered();
    const { id } = await asked;
    await window!.settle();
    const file = path.join(folder, `${conversation.id}.jsonl`);
    const before = (await readFile(file)).length;
    const changes = told(conversation);
    await balanced();
    await until("the cost is known", () => changes.length > 0);
    assert.deepEqual(
      changes.map(({ turn, what }) => [turn.id, what, turn.approximateTokens]),
      [[id, "cost", 7]],
    );
    await window!.settle();
    const added = (await readFile(file)).length - before;
    assert.ok(added > 0 && added < 200, `${added} bytes more`);
    assert.deepEqual((await later!.open(conversation.id))?.turns, conversation.turns);
  });

  it("brings back no turn that was removed before the balance came", async () => {
    const { ask, answered, balanced, account } = await charging();
    const conversation = new Conversation();
    const asked = ask(conversation, { typed: "How much?" });
    await answered();
    const { id } = await asked;
    conversation.remove(id);
    const changes = told(conversation);
    await balanced();
    await until("the balance came", () => account.known?.user_metadata?.tokens === 993);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([changes, conversation.turns], [[], []]);
  });

  it("is not told of questions that were out together", async () => {
    const { ask, answered, balanced, balances, account } = await charging();
    const conversations = [new Conversation(), new Conversation()];
    const asked = conversations.map((conversation) => ask(conversation, { typed: "How much?" }));
    const changes = conversations.map(told);
    for (const one of [answered, answered]) await one();
    await Promise.all(asked);
    await balanced();
    await until("both balances are asked for", () => balances.length > 0);
    await balanced();
    await until("the balance came", () => account.known?.user_metadata?.tokens === 986);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      changes.flat().map(({ what }) => what),
      ["turn", "turn"],
    );
    assert.ok(
      conversations.every(({ turns }) => turns.every((turn) => !("approximateTokens" in turn))),
    );
  });

  it("is not told where tokens were bought meanwhile", async () => {
    const { ask, answered, balanced, account, topUp } = await charging();
    const conversation = new Conversation();
    const asked = ask(conversation, { typed: "How much?" });
    await answered();
    await asked;
    topUp(100);
    await balanced();
    await until("the balance came", () => account.known?.user_metadata?.tokens === 1093);
    await pause(20);
    assert.equal(conversation.turns[0]?.approximateTokens, undefined);
  });

  it("is not told after a question that was stopped, which may have cost something, too", async () => {
    const { ask, asking, answered, balanced, own, account } = await charging();
    const conversation = new Conversation();
    const stopped = ask(conversation, { typed: "Never mind" });
    await until("it is out", () => own.requests.some((request) => request.startsWith("POST ")));
    asking.stop(conversation);
    assert.equal((await stopped).result.state, "stopped");
    const asked = ask(conversation, { typed: "How much?" });
    await answered();
    await answered();
    await asked;
    await balanced();
    await until("the balance came", () => account.known?.user_metadata?.tokens === 986);
    await pause(20);
    assert.equal(conversation.turns.at(-1)?.approximateTokens, undefined);
    const last = ask(conversation, { typed: "And now?" });
    await answered();
    await last;
    await balanced();
    await until("it is told again", () => conversation.turns.at(-1)?.approximateTokens === 7);
  });

  it("is not told of the question after one whose balance could not be read", async () => {
    const { ask, answered, balanced, balances, refuse, account } = await charging();
    const conversation = new Conversation();
    for (const expected of [undefined, undefined, 7]) {
      const asked = ask(conversation, { typed: "How much?" });
      await answered();
      const { id } = await asked;
      const isFirst = conversation.turns.length === 1;
      await until("the balance is asked for", () => balances.length === 1);
      if (isFirst) await refuse();
      else await balanced();
      if (!isFirst) {
        const left = 1000 - 7 * conversation.turns.length;
        await until("it came", () => account.known?.user_metadata?.tokens === left);
      }
      await pause(20);
      assert.equal(conversation.get(id)?.approximateTokens, expected);
    }
  });

  it("is no longer asked for once all questions are stopped", async () => {
    const { ask, asking, answered, balances, balanceSockets } = await charging();
    const asked = ask(new Conversation(), { typed: "How much?" });
    await answered();
    await asked;
    await until("the balance is asked for", () => balances.length === 1);
    const socket = balanceSockets.at(-1)!;
    assert.equal(socket.closed, false);
    asking.stopAll();
    await until("the request is ended", () => socket.closed);
  });

  it("is told again after all questions were stopped, as at sign-out", async () => {
    const { ask, asking, answered, balanced, account, balances } = await charging();
    const conversation = new Conversation();
    asking.stopAll();
    const asked = ask(conversation, { typed: "How much?" });
    await answered();
    await asked;
    await balanced();
    await until("it is told", () => conversation.turns[0]?.approximateTokens === 7);
    assert.deepEqual([account.known?.user_metadata?.tokens, balances], [993, []]);
  });

  it("is not read off the balance at another hub", async () => {
    const { account, ask, answered, balances, connection, own } = await charging();
    const conversation = new Conversation();
    const asked = ask(conversation, { typed: "How much?" });
    await until("it is out", () => own.requests.some((request) => request.startsWith("POST ")));
    await connection.useBuiltIn(true);
    await answered();
    await asked;
    void account.current();
    await until("the balance came", () => {
      for (const answer of balances.splice(0)) answer();
      return account.known?.user_metadata?.tokens === 993;
    });
    await pause(20);
    assert.deepEqual(
      conversation.turns.map(({ result, approximateTokens }) => [result.state, approximateTokens]),
      [["done", undefined]],
    );
  });

  it("is not calculated from the balances at two hubs of the user", async () => {
    let tokens = 100;
    const balance = () => ({ user_metadata: { tokens } }) as User;
    const account = { known: balance(), current: async () => balance() };
    const hub = { scope: "one", label: "a hub", builtIn: false } as const;
    const connection: ConstructorParameters<typeof TokenCost>[1] = { hub };
    const cost = new TokenCost(account, connection);
    for (const [scope, expected] of [
      ["one", 7],
      ["two", undefined],
    ] as const) {
      const reading = cost.begin();
      Object.assign(connection, { hub: { ...hub, scope } });
      tokens = 93;
      assert.equal(await cost.end(reading, { answered: true }), expected);
    }
  });

  it("is nothing where the balance is the same, or a larger one", async () => {
    for (const more of [0, 5]) {
      let tokens = 100;
      const balance = () => ({ user_metadata: { tokens } }) as User;
      const account = { known: balance(), current: async () => balance() };
      const cost = new TokenCost(account, { hub: { scope: "s", label: "l", builtIn: false } });
      const reading = cost.begin();
      tokens += more;
      assert.equal(await cost.end(reading, { answered: true }), undefined);
    }
  });
});
