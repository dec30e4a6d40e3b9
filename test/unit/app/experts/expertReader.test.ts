import assert from "node:assert/strict";
import { ExpertReader, type Read } from "../../../../src/app/experts/expertReader";
import type { RawExchange } from "../../../support/rawServer";
import { until } from "../../../support/until";
import { closeAll } from "../../hub/hubStage";
import { connected, sound } from "../appStage";

const outcome = (read: Read): unknown => ("expert" in read ? read.expert.name : read.error.kind);

/** A hub that answers when the test lets it. */
async function stage() {
  const held: RawExchange[] = [];
  let closed = 0;
  const { connection } = await connected((exchange) => {
    exchange.socket.once("close", () => closed++);
    held.push(exchange);
  });
  return { reader: new ExpertReader(connection), held, closed: () => closed };
}

describe("an expert that several callers read at the same time", () => {
  afterEach(closeAll);

  it("is read once, and by the others still where the first of them gives up", async () => {
    const { reader, held } = await stage();
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
    const { reader, held } = await stage();
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
    const { reader, held, closed } = await stage();
    const stop = new AbortController();
    const reads = [reader.expert(7, stop.signal), reader.expert(7, stop.signal)];
    await until("the hub is asked", () => held.length === 1);
    stop.abort();
    assert.deepEqual((await Promise.all(reads)).map(outcome), ["cancelled", "cancelled"]);
    await until("the connection is closed", () => closed() === 1);
  });
});
