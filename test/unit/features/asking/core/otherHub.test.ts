import assert from "node:assert/strict";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import { HubError } from "../../../../../src/contract/errors";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { realAsking, toQuestions } from "./realQuestion";
import { connected } from "../../../support/appFixture";

const question = { typed: "Which hub?", expertId: 7 };

describe("a question while the hub in use becomes another", () => {
  afterEach(closeAll);

  it("is not sent to another hub than the one it was prepared for", async () => {
    const { asking, connection, own, builtIn } = await realAsking(undefined, "raw");
    const conversation = new Conversation();
    const prepared = asking.prepare(conversation, question);
    await connection.useBuiltIn(true);
    assert.throws(
      () => asking.ask(conversation, prepared),
      (error: unknown) => error instanceof HubError && error.kind === "conflict",
    );
    assert.deepEqual([own.requests, builtIn.requests, conversation.turns], [[], [], []]);
    await connection.useBuiltIn(false);
    assert.equal((await asking.ask(conversation, prepared)).result.state, "done");
    assert.deepEqual([own.requests.length > 0, builtIn.requests], [true, []]);
  });

  it("M5 has the expert looked up at the hub that does not know it, and at no other", async () => {
    const asked: RawExchange[] = [];
    const answer = (exchange: RawExchange): void => {
      if (exchange.request.startsWith("POST ")) asked.push(exchange);
      else exchange.socket.write(rawJson([{ id: 7, name: "Seven" }]));
    };
    const { ask, connection, roster, own, builtIn } = await realAsking(answer, "raw");
    const notFound = (): void => {
      const { socket } = asked.shift()!;
      socket.write(rawJson({ error: 404, message: "No such ability." }, { status: 404 }));
    };
    const lookups = (): string[] =>
      [own, builtIn].flatMap(({ requests }) =>
        requests.filter((request) => request.includes("/get_expert/7")),
      );
    const first = ask(new Conversation(), question);
    await until("the question is there", () => asked.length === 1);
    await connection.useBuiltIn(true);
    notFound();
    assert.equal((await first).result.state, "failed");
    // By now it would have been requested as well.
    await roster.refresh(8);
    assert.equal(builtIn.requests.length, 1);
    assert.deepEqual(lookups(), []);
    await connection.useBuiltIn(false);
    const second = ask(new Conversation(), question);
    await until("the question is there", () => asked.length === 1);
    notFound();
    await second;
    await until("the expert is looked up", () => lookups().length > 0);
    assert.deepEqual([lookups().length, builtIn.requests.length], [1, 1]);
  });

  it("P7 leaves the expert of one hub, who comes late, out of those of the other", async () => {
    const reads: RawExchange[] = [];
    const { connection, roster } = await realAsking((exchange) => reads.push(exchange), "raw");
    const adding = roster.add([7]);
    await until("the hub is asked", () => reads.length === 1);
    await connection.useBuiltIn(true);
    reads[0]!.socket.write(rawJson([{ id: 7, name: "Seven" }]));
    assert.deepEqual(await adding, { added: [], already: [], notFound: [], failed: [] });
    assert.deepEqual(roster.list, []);
  });

  it("reaches the built-in hub once it starts, after it could not", async () => {
    let starts = 0;
    const { connection } = await connected(
      toQuestions(() => ({ output: "Fine." })),
      async () => {
        if (++starts === 1) throw new Error("no free port");
        return import("../../../../../src/builtInHub/index");
      },
    );
    await connection.useBuiltIn(true);
    await assert.rejects(connection.client(), /no free port/);
    const client = await connection.client();
    assert.ok((await client.getUser()).name);
    assert.equal(starts, 2);
  });
});
