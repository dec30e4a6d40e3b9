// Makes calls in sequence in its own process, and prints how much each raised its memory.
import { createHubClient } from "../../../src/client/client";
import { createSend } from "../../../src/client/undiciSend";
import { outcomeOf } from "./expectedResult";
import { key } from "./hubFixture";

export interface Step {
  baseUrl: string;
  call: "getExpert" | "invokeAgent";
  id: number;
}

/** The result of a step. */
export interface Peak {
  kind: string;
  message: string;
  /** How much it raised the peak memory so far. */
  grownMiB: number;
}

const send = createSend({}, () => undefined);
const peaks: Peak[] = [];
for (const { baseUrl, call, id } of JSON.parse(process.argv[2] ?? "[]") as Step[]) {
  const client = createHubClient({ send, baseUrl, key: () => key, timeoutSeconds: () => 60 });
  const before = process.resourceUsage().maxRSS;
  const { kind, error } = await outcomeOf(
    call === "getExpert"
      ? client.getExpert(id)
      : client.invokeAgent({ expert_id: id, input_data: "1 + 1" }),
  );
  const grownMiB = (process.resourceUsage().maxRSS - before) / 1024;
  peaks.push({ kind, message: error?.message ?? "", grownMiB });
}
await send.close();
console.log(JSON.stringify(peaks));
