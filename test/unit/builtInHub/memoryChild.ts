// Asks a hub many different questions and prints by how many bytes its memory grew after a warm-up,
// as JSON. Needs --expose-gc. Arguments: questions to warm up with, questions to measure.
import { setTimeout as delay } from "node:timers/promises";
import { startBuiltInHub } from "../../../src/builtInHub/index";
import { echoModel, echoModelId } from "../../support/echoModel";
import { temporaryFolder } from "./tools/temporaryFolder";

const [warmUp = 0, measured = 0] = process.argv.slice(2).map(Number);
const key = "KEY-of-the-load";
const folder = await temporaryFolder({ "cart.ts": "export const total = 1;\n" });
const records = { count: 0 };
const hub = await startBuiltInHub({
  key,
  folders: [{ name: "here", path: folder.path }],
  maxRequestsPerMinute: 1_000_000,
  onRequest: () => (records.count += 1),
  models: () => [echoModel],
});

const post = (endpoint: string, body: unknown, init: RequestInit = {}) =>
  fetch(`${hub.baseUrl}/api/v1/${endpoint}`, {
    method: "POST",
    headers: { "svc-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
    ...init,
  });

/** Large enough to show if anything that holds it is kept. */
const padding = "x".repeat(4096);

/** Everything that could be kept by mistake is different each time: sessions, texts, variables, errors. */
const questions: readonly ((number: number) => Promise<Response>)[] = [
  (number) =>
    post("invoke_agent", {
      expert_id: 5,
      session_id: `session-${number}-${padding}`,
      input_data: `Where is total ${number}?`,
      user_id: `user-${number}-${padding}`,
    }),
  (number) =>
    post("invoke_agent", {
      expert_id: 1,
      input_data: `Where is nothing${number}?`,
      conversation_history: [{ role: "user", content: `Before ${number} ${padding}` }],
    }),
  (number) =>
    post("invoke_llm", {
      expert_id: 5,
      model_id: echoModelId,
      input_data: [{ role: "user", content: `${number} + 1` }],
    }),
  (number) =>
    post("invoke_agent", {
      expert_id: 5,
      model_id: echoModelId,
      session_id: `session-${number}`,
      input_data: `${number} ${padding}`,
    }),
  (number) => post("invoke_agent", { expert_id: 1, [`field${number}${padding}`]: 1 }),
  (number) =>
    post("invoke_agent", {}, { headers: { "svc-api-key": `wrong-${number}-${padding}` } }),
];

async function ask(number: number): Promise<void> {
  const question = questions[number % questions.length];
  const response = await question?.(number);
  await response?.arrayBuffer();
}

async function askAll(from: number, to: number): Promise<void> {
  let next = from;
  const asker = async () => {
    while (next < to) await ask(next++);
  };
  await Promise.all(Array.from({ length: 8 }, asker));
}

async function bytesInUse(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    await delay(10);
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await askAll(0, warmUp);
const before = await bytesInUse();
await askAll(warmUp, warmUp + measured);
const after = await bytesInUse();
console.log(JSON.stringify({ grown: after - before, records: records.count }));
await hub.close();
await folder[Symbol.asyncDispose]();
