import { Agent, request } from "undici";
import { createHubClient } from "../src/client/client";
import { createSend } from "../src/client/undiciSend";
import { ordinaryAnswer, type BenchHub } from "./benchHub";
import { alternate } from "./numbers";
import { ratio, type Measurement } from "./rows";

const rounds = 40;
const questionsARound = 100;

/** Microseconds of one question, over a batch of them. */
const batch = (ask: () => Promise<unknown>) => async (): Promise<number> => {
  const started = performance.now();
  for (let turn = 0; turn < questionsARound; turn++) await ask();
  return ((performance.now() - started) * 1000) / questionsARound;
};

/** C1: our client against undici's `request` and `JSON.parse`, one keep-alive socket each. */
export const client = (hub: BenchHub): Measurement => ({
  ids: ["C1"],
  run: async () => {
    await hub.set({ output: ordinaryAnswer });
    const send = createSend({}, () => undefined);
    const agent = new Agent({ connections: 1 });
    const key = "BENCH-KEY-0123456789";
    const ours = createHubClient({
      send,
      baseUrl: hub.url,
      key: () => key,
      timeoutSeconds: () => 300,
    });
    const body = { expert_id: 1, input_data: "Where does it leak?" };
    const bare = async (): Promise<unknown> => {
      const { body: answer } = await request(`${hub.url}/api/v1/invoke_agent`, {
        method: "POST",
        headers: { "content-type": "application/json", "svc-api-key": key },
        body: JSON.stringify(body),
        dispatcher: agent,
      });
      return JSON.parse(await answer.text());
    };
    try {
      const asked = batch(() => ours.invokeAgent(body, {}));
      const requested = batch(bare);
      await alternate(5, asked, requested);
      const times = await alternate(rounds, asked, requested);
      return [
        ratio(
          { id: "C1", measure: "invokeAgent, 2 KB", unit: "µs", goal: 1.3 },
          times.one,
          times.other,
        ),
      ];
    } finally {
      await send.close();
      await agent.close();
    }
  },
});
