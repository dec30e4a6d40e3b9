import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import type { HubClient } from "../../../src/client/client";
import { HubError, type ErrorKind } from "../../../src/contract/errors";
import { slowness } from "../../support/machineSpeed";
import { rawJson, type RawExchange, type RawServerOptions } from "../../support/rawServer";
import { key, fixture, type Fixture } from "./hubFixture";

export interface Outcome {
  kind: ErrorKind | "ok";
  error?: HubError;
  /** The result of the call, if it is `ok`. */
  value?: unknown;
}

export interface Meeting {
  /** The client's time limit for the question, in seconds. */
  seconds?: number;
  /** Milliseconds after which there must be a result. */
  within?: number;
}

export interface Trap extends Omit<Fixture, "waits"> {
  /** Answers every request except the next question of `meet`. */
  bait(exchange: RawExchange): void;
  /**
   * Runs a call into the trap. It must settle in time, once, as a value or a HubError that is a
   * sentence, leave no rejection unhandled, and the next question must get its own answer.
   */
  meet(call: (client: HubClient) => Promise<unknown>, meeting?: Meeting): Promise<Outcome>;
}

const marker = "What comes next is ";
let questions = 0;
const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

/** A malicious server, and a client that reaches it over the real transport. */
export async function trapOf(
  bait: Trap["bait"],
  options: Omit<RawServerOptions, "answer"> = {},
): Promise<Trap> {
  let limit = 10;
  const answer = (exchange: RawExchange) => {
    const [, next] = new RegExp(`"${marker}(\\d+)"`).exec(exchange.request) ?? [];
    if (next) exchange.socket.write(rawJson({ output: next }));
    else trap.bait(exchange);
  };
  const { server, client, lines } = await fixture(
    { ...options, answer },
    { timeoutSeconds: () => limit },
  );

  const meet: Trap["meet"] = async (call, { seconds = 10, within = 5000 } = {}) => {
    limit = seconds;
    const outcome = await inTime(outcomeOf(call(client)), within);
    limit = 10;
    const told = lines.length;
    const next = String(questions++);
    const { value } = await inTime(client.invokeAgent({ input_data: marker + next }), 5000);
    assert.equal(value.output, next, "the next question gets its own answer");
    assert.equal(lines.length, told + 1, "what is settled is not told again");
    assert.deepEqual(unhandled, []);
    return outcome;
  };
  const trap: Trap = { server, client, lines, bait, meet };
  return trap;
}

/** The outcome of a call; any error except a HubError fails the test. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { kind: "ok", value: await call };
  } catch (error) {
    assert.ok(error instanceof HubError, String(error));
    assert.match(error.message, /^[A-Z0-9].*[.?]$/su, "a sentence");
    assert.ok(!JSON.stringify(error).includes(key));
    return { kind: error.kind, error };
  }
}

async function inTime<T>(run: Promise<T>, milliseconds: number): Promise<T> {
  const stop = new AbortController();
  const { signal } = stop;
  const overdue = delay(milliseconds, undefined, { signal }).then(async () => {
    // A slow machine may take proportionally longer.
    await delay(milliseconds * (slowness() - 1), undefined, { signal });
    throw new assert.AssertionError({ message: `nothing within ${milliseconds} ms` });
  });
  overdue.catch(() => undefined);
  try {
    return await Promise.race([run, overdue]);
  } finally {
    stop.abort();
  }
}
