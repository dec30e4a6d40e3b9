import assert from "node:assert/strict";
import { ExpertReader, type Read } from "../../../../../src/features/experts/core/expertReader";
import { rawJson, type RawExchange } from "../../../../support/rawServer";
import { until } from "../../../../support/until";
import { closeAll } from "../../../client/hubFixture";
import { connected, sound } from "../../../support/appFixture";

const outcome = (read: Read): unknown => ("expert" in read ? read.expert.name : read.error.kind);

/** A hub that answers when the test lets it. */
async function fixture() {
  const held: RawExchange[] = [];
  let closed = 0;
  const fixture = await connected((exchange) => {
    exchange.socket.once("close", () => closed++);
    held.push(exchange);
  });
  return { ...fixture, reader: new ExpertReader(fixture.connection), held, closed: () => closed };
}

describe("an expert that several callers read at the same time", () => {
  afterEach(closeAll);

  it("is read once, and by the others still where the first of them gives up", async () => {
    const { reader, held } = await fixture();
    const stop = new AbortController();
    const first = reader.expert(7, stop.signal);
    const second = reader.expert(7);
    await until("the hub is asked", () => held.length === 1);
    stop.abort();
    assert.equal(outcome(await first), "cancelled");
    sound(held[0]!);
    assert.equal(outcome(await second), "Seven");
    assert.equal(held.length, 1);
  });

  it("is cancelled for a later one alone", async () => {
    const { reader, held } = await fixture();
    const stop = new AbortController();
    const first = reader.expert(7);
    const second = reader.expert(7, stop.signal);
    await until("the hub is asked", () => held.length === 1);
    stop.abort();
    assert.equal(outcome(await second), "cancelled");
    sound(held[0]!);
    assert.equal(outcome(await first), "Seven");
  });

  it("is no longer asked for once all have given up", async () => {
    const { reader, held, closed } = await fixture();
    const stop = new AbortController();
    const reads = [reader.expert(7, stop.signal), reader.expert(7, stop.signal)];
    await until("the hub is asked", () => held.length === 1);
    stop.abort();
    assert.deepEqual((await Promise.all(reads)).map(outcome), ["cancelled", "cancelled"]);
    await until("the connection is closed", () => closed() === 1);
  });
});

/** Six reads that the hub has not answered, and one more. */
async function seven(signal?: AbortSignal) {
  const { held, reader, ...rest } = await fixture();
  const six = [1, 2, 3, 4, 5, 6].map((id) => reader.expert(id));
  const last = reader.expert(7, signal);
  await until("six are requested", () => held.length === 6);
  const answer = (): void => {
    for (const { socket, request } of held.splice(0)) {
      const id = Number(/get_expert\/(\d+)/.exec(request)?.[1]);
      socket.write(rawJson([{ id, name: `Expert ${id}` }]));
    }
  };
  return { ...rest, held, reader, six, last, answer };
}

describe("an expert that waits until others are read", () => {
  afterEach(closeAll);

  it("is requested as soon as one of them is there", async () => {
    const { answer, held, last, own } = await seven();
    answer();
    await until("the seventh is requested", () => held.length === 1);
    answer();
    assert.equal(outcome(await last), "Expert 7");
    assert.equal(own.requests.length, 7);
  });

  it("is not requested where its only caller has given up", async () => {
    const stop = new AbortController();
    const { answer, held, last, own, reader, six } = await seven(stop.signal);
    stop.abort();
    assert.equal(outcome(await last), "cancelled");
    answer();
    await Promise.all(six);
    const next = reader.expert(8);
    await until("the next is requested", () => held.length === 1);
    answer();
    assert.equal(outcome(await next), "Expert 8");
    assert.ok(own.requests.every((request) => !request.includes("get_expert/7")));
  });

  it("P7 is not requested from the hub that is used since then", async () => {
    const { answer, builtIn, connection, last, six } = await seven();
    await connection.useBuiltIn(true);
    answer();
    assert.deepEqual(
      new Set((await Promise.all([...six, last])).map(outcome)),
      new Set(["cancelled"]),
    );
    assert.deepEqual(builtIn.requests, []);
  });
});
