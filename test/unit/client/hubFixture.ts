import { createHubClient, type HubClient, type HubClientOptions } from "../../../src/client/client";
import { HubError } from "../../../src/contract/errors";
import { createSend } from "../../../src/client/undiciSend";
import { startRawServer, type RawServer, type RawServerOptions } from "../../support/rawServer";

export const key = "KEY-CANARY-5f0c";
export const answer = { output: "Fine." };

export interface Fixture {
  server: RawServer;
  client: HubClient;
  /** Lines written to the log. */
  lines: string[];
  /** Milliseconds that the client would have waited before retrying; it does not wait in tests. */
  waits: number[];
}

const closing: (() => Promise<void>)[] = [];

/** Registers cleanup for the end of the test. */
export function atEnd(close: () => Promise<void>): void {
  closing.push(close);
}

/** For use as the suite's `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close();
}

/** A raw server and a client that reaches it over the real transport. */
export async function fixture(
  server: RawServerOptions | RawServerOptions["answer"],
  options: Partial<HubClientOptions> = {},
): Promise<Fixture> {
  const raw = await startRawServer(
    typeof server === "function" ? { answer: server } : (server ?? {}),
  );
  atEnd(() => raw.close());
  return { server: raw, ...clientOf(raw.origin, options) };
}

export function clientOf(
  baseUrl: string,
  options: Partial<HubClientOptions> = {},
): Omit<Fixture, "server"> {
  const lines: string[] = [];
  const waits: number[] = [];
  const send = options.send ?? createSend({ noProxy: ["127.0.0.1"] }, () => undefined);
  atEnd(() => send.close());
  const client = createHubClient({
    send,
    baseUrl,
    key: () => key,
    timeoutSeconds: () => 10,
    onLine: (line) => lines.push(line),
    timing: {
      now: Date.now,
      random: Math.random,
      wait: async (milliseconds) => void waits.push(milliseconds),
    },
    ...options,
  });
  return { client, lines, waits };
}

/** The HubError that a promise rejects with; anything else fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<HubError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("It should have failed.");
}
