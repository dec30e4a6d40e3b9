import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation } from "../src/features/conversation/core/conversation";
import { Conversations } from "../src/features/conversation/core/conversations";
import { DiskFiles } from "../src/platform/editor/diskFiles";
import { ask } from "./asking";
import { ordinaryAnswer } from "./benchHub";
import { alternate } from "./numbers";
import { ratio, type Measurement } from "./rows";

const few = 100;
const many = 10_000;
const rounds = 100;

/** A conversation that is saved as it grows, and what its next turn costs. */
class Growing {
  readonly #conversations: Conversations;
  readonly #conversation = new Conversation();
  readonly #file: string;
  #turns = 0;

  constructor(conversations: Conversations, folder: string) {
    this.#conversations = conversations;
    this.#file = path.join(folder, `${this.#conversation.id}.jsonl`);
    conversations.keep(this.#conversation);
  }

  async growTo(turns: number): Promise<void> {
    while (this.#turns < turns) {
      this.#put();
      if (this.#turns % 100 === 0) await this.#conversations.settle();
    }
    await this.#conversations.settle();
  }

  /** Milliseconds until the next turn is on the disk, its bytes there, and those of its question. */
  async next(): Promise<{ ms: number; bytes: number; question: number }> {
    const before = (await stat(this.#file)).size;
    const started = performance.now();
    const question = this.#put();
    await this.#conversations.settle();
    const ms = performance.now() - started;
    return { ms, bytes: (await stat(this.#file)).size - before, question };
  }

  #put(): number {
    const number = String(this.#turns++).padStart(5, "0");
    return ask(this.#conversation, number, `question ${number}`, `${ordinaryAnswer} ${number}`);
  }
}

const large = 50_000;

/** Bytes on the disk after 40 questions of 50 KB, and those of the questions and their answers. */
async function onDisk(
  conversations: Conversations,
  folder: string,
): Promise<{ bytes: number; least: number }> {
  const conversation = new Conversation();
  conversations.keep(conversation);
  let least = 0;
  for (let number = 0; number < 40; number++) {
    const input = `${number} ${ordinaryAnswer.repeat(large)}`.slice(0, large);
    const output = `${ordinaryAnswer} ${number}`;
    ask(conversation, `t${number}`, input, output);
    least += Buffer.byteLength(input) + Buffer.byteLength(output);
  }
  await conversations.settle();
  return { bytes: (await stat(path.join(folder, `${conversation.id}.jsonl`))).size, least };
}

/** E1, E2 and E4: what a turn costs on the disk and on the wire, and as its conversation grows. */
export const saving: Measurement = {
  ids: ["E1", "E2", "E4"],
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "expert-hub-bench-saving-"));
    const conversations = new Conversations(new DiskFiles(folder));
    try {
      const [long, short] = [
        new Growing(conversations, folder),
        new Growing(conversations, folder),
      ];
      await long.growTo(many);
      await short.growTo(few);
      const { bytes, least } = await onDisk(conversations, folder);
      const costs = await alternate(
        rounds,
        () => long.next(),
        () => short.next(),
      );
      const row = (
        given: Parameters<typeof ratio>[0],
        key: "ms" | "bytes" | "question",
      ): ReturnType<typeof ratio> =>
        ratio(
          given,
          costs.one.map((cost) => cost[key]),
          costs.other.map((cost) => cost[key]),
        );
      return [
        row(
          {
            id: "E1",
            measure: "saving a turn, the 10,000th against the 100th",
            unit: "ms",
            goal: 1.2,
          },
          "ms",
        ),
        row({ id: "E1", measure: "bytes appended for it", unit: "bytes", goal: 1.05 }, "bytes"),
        row(
          {
            id: "E2",
            measure: "bytes a question, the 10,000th against the 100th",
            unit: "bytes",
            goal: 1.05,
          },
          "question",
        ),
        ratio(
          {
            id: "E4",
            measure: "40 questions of 50 KB on the disk, echoed",
            unit: "bytes",
            goal: 1.2,
          },
          [bytes],
          [least],
        ),
      ];
    } finally {
      conversations.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
