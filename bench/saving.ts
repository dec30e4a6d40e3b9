import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation } from "../src/app/conversation";
import { Conversations } from "../src/app/conversations";
import { DiskFiles } from "../src/editor/conversations/diskFiles";
import { done, scope, turn } from "../test/unit/app/savedTurns";
import { ordinaryAnswer } from "./benchHub";
import { ratio, type Measurement } from "./rows";

const settings = { historyTurns: 20, roles: { user: "user", assistant: "assistant" } };
const turns = 10_000;
const sample = 100;

/** E1 and E2: what a turn costs on the disk and on the wire as its conversation grows. */
export const saving: Measurement = {
  ids: ["E1", "E2"],
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "expert-hub-bench-saving-"));
    const conversations = new Conversations(new DiskFiles(folder));
    try {
      const conversation = new Conversation();
      conversations.keep(conversation);
      const file = path.join(folder, `${conversation.id}.jsonl`);
      const times: number[] = [];
      const wire: number[] = [];
      const appended: number[] = [];
      for (let number = 0; number < turns; number++) {
        const history = conversation.history(scope, settings);
        const body = {
          expert_id: 1,
          input_data: `question ${number}`,
          conversation_history: history,
        };
        const measured = number < sample + 30 || number >= turns - sample;
        const before = measured && number > 0 ? (await stat(file)).size : 0;
        const started = performance.now();
        conversation.put(
          turn(`t${number}`, done(`${ordinaryAnswer} ${String(number).padStart(5, "0")}`), {
            sent: { endpoint: "invoke_agent", body },
          }),
        );
        if (!measured && number % 100 !== 0) continue;
        await conversations.settle();
        if (!measured) continue;
        times.push(performance.now() - started);
        wire.push(JSON.stringify(body).length);
        appended.push((await stat(file)).size - before);
      }
      const early = <T>(values: T[]) => values.slice(30, 30 + sample);
      const late = <T>(values: T[]) => values.slice(-sample);
      return [
        ratio(
          {
            id: "E1",
            measure: "saving a turn, the 10,000th against the 100th",
            unit: "ms",
            goal: 1.2,
          },
          late(times),
          early(times),
        ),
        ratio(
          { id: "E1", measure: "bytes appended for it", unit: "bytes", goal: 1.05 },
          late(appended),
          early(appended),
        ),
        ratio(
          {
            id: "E2",
            measure: "bytes a question, the 10,000th against the 100th",
            unit: "bytes",
            goal: 1.05,
          },
          late(wire),
          early(wire),
        ),
      ];
    } finally {
      conversations.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
