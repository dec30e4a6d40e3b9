// A condensed working day: mixed faults and stops through the real client against the built-in hub.
import { createHubClient } from "../../../src/client/client";
import { HubError } from "../../../src/contract/errors";
import { createSend } from "../../../src/client/undiciSend";
import { startHubWithFaults } from "../../support/faults/hub";

/** One every 5 seconds of the day. */
const requests = Number(process.argv[2]);
const faults = [
  400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503, 2001, 2002, 2003, 2004, 2007, 2008, 2009,
  2011, 2012, 2014, 2015, 2016, 2017, 2018,
];
const ids = [1, ...faults, 2, 2005, 3, 2006];

const unhandled: string[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(String(reason)));
process.on("uncaughtException", (error) => unhandled.push(String(error)));

const key = "KEY-of-the-soak";
const hub = await startHubWithFaults({ key });
const send = createSend({}, () => undefined);
// Five seconds of the day pass between two requests; only the client's waits are skipped.
let now = Date.now();
const client = createHubClient({
  send,
  baseUrl: hub.baseUrl,
  key: () => key,
  timeoutSeconds: () => 30,
  onLine: () => undefined,
  timing: { now: () => now, random: Math.random, wait: () => Promise.resolve() },
});

const outcomes: Record<string, number> = {};
const marks: { heap: number; handles: number }[] = [];

const idle = () => new Promise((resolve) => setTimeout(resolve, 20));

async function mark(): Promise<void> {
  await idle();
  // The hub's journal of the last 10,000 requests would be counted otherwise.
  (hub.journal() as unknown[]).length = 0;
  globalThis.gc?.();
  await idle();
  globalThis.gc?.();
  marks.push({
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().length,
  });
}

for (let index = 0; index < requests; index++) {
  now += 5000;
  const id = ids[index % ids.length] ?? 1;
  const isSlow = id === 2005 || id === 2006;
  // Some are stopped, and those that would take long have to be.
  const signal =
    isSlow || index % 11 === 0 ? AbortSignal.timeout(isSlow ? 15 : index % 4) : undefined;
  const options = signal && { signal };
  const outcome = await (
    index % 2
      ? client.getExpert(id, signal)
      : client.invokeAgent({ expert_id: id, input_data: `6 * ${index}` }, options)
  ).then(
    () => "good",
    (error: unknown) => (error instanceof HubError ? error.kind : `not ours: ${String(error)}`),
  );
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if ((index + 1) % (requests / 4) === 0) await mark();
}

await send.close();
await idle();
const open = process.getActiveResourcesInfo().filter((name) => /^TCPSocketWrap$/.test(name)).length;
await hub.close();
await idle();
const left = process.getActiveResourcesInfo().filter((name) => /TCP/.test(name)).length;
process.stdout.write(JSON.stringify({ marks, outcomes, unhandled, open, left }));
