import assert from "node:assert/strict";
import { HubError } from "../../src/contract/errors";
import { startDeafServer, type DeafServer } from "../support/deafServer";
import { startFixture, type Fixture } from "./contractHub";

interface Waited {
  seconds: number;
  value: unknown;
}

async function timed(run: Promise<unknown>): Promise<Waited> {
  const started = performance.now();
  const value = await run.catch((error: unknown) => error);
  return { seconds: (performance.now() - started) / 1000, value };
}

/** Tests that inherently take seconds: all of them run in parallel. */
describe("what is waited for", () => {
  let fixture: Fixture;
  let deaf: DeafServer;
  let slow: Promise<Waited>;
  let later: Promise<Waited>;
  let unreachable: Promise<Waited>;
  let silent: Promise<Waited>;

  before(async () => {
    fixture = await startFixture();
    deaf = await startDeafServer("127.0.0.1");
    const patient = fixture.clientWith({});
    slow = timed(patient.invokeAgent({ expert_id: 2006, input_data: "1 + 1" }));
    later = timed(patient.invokeAgent({ expert_id: 2016, input_data: "1 + 1" }));
    const baseUrl = `http://127.0.0.1:${deaf.port}`;
    unreachable = timed(fixture.clientWith({ baseUrl, timeoutSeconds: () => 40 }).invokeAgent({}));
    silent = timed(fixture.clientWith({ baseUrl, timeoutSeconds: () => 1 }).invokeAgent({}));
  });
  after(async () => {
    await deaf.close();
    await fixture.close();
  });

  it("S17 2006: an answer after 6 seconds is an answer", async () => {
    const { value, seconds } = await slow;
    assert.match(JSON.stringify(value), /"output"/);
    assert.ok(seconds > 5.5, `${seconds} s`);
  });

  it("M10 2016: a hub that says to come back in a second is asked again after it", async () => {
    const { value, seconds } = await later;
    assert.match(JSON.stringify(value), /"output"/);
    assert.ok(seconds > 0.9, `${seconds} s`);
  });

  it("S17 a host that never answers a connection costs one deadline at most", async () => {
    const { value, seconds } = await silent;
    assert.ok(value instanceof HubError);
    assert.deepEqual([value.kind, value.details.mayHaveRun], ["timeout", undefined]);
    assert.ok(seconds < 9, `${seconds} s`);
  });

  it("S17 stopping does not wait for a host that never answers a connection", async () => {
    const baseUrl = `http://127.0.0.1:${deaf.port}`;
    const signal = AbortSignal.timeout(50);
    const { value, seconds } = await timed(fixture.clientWith({ baseUrl }).getUser(signal));
    assert.ok(value instanceof HubError);
    assert.equal(value.kind, "cancelled");
    assert.ok(seconds < 9, `${seconds} s`);
  });

  it("S17 a host that never answers a connection is given up after 10 seconds", async () => {
    const { value, seconds } = await unreachable;
    assert.ok(value instanceof HubError);
    assert.equal(value.kind, "network", value.message);
    assert.match(value.message, /did not accept a connection within 10 seconds/);
    assert.equal(value.details.mayHaveRun, undefined, "nothing was sent");
    assert.ok(seconds > 9 && seconds < 30, `${seconds} s`);
  });
});
