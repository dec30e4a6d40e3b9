import assert from "node:assert/strict";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import { fromJson, toJson } from "../../../../../src/features/history/core/conversationExport";
import { Conversations } from "../../../../../src/features/conversation/core/conversations";
import type { Attachment } from "../../../../../src/features/conversation/core/attachment";

import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { sized, some } from "../../../../support/testSize";
import type { RawExchange } from "../../../../support/rawServer";
import { atEnd, closeAll } from "../../../client/hubFixture";
import { bodyOf, echoing, realAsking, toQuestions } from "../../asking/core/realQuestion";
import type { MemoryMode } from "../../../../../src/contract/vocabulary";

/** With `--all` more than the history sent to the hub can hold. */
const questions = sized(14, 40);
/** Characters of a question. */
const size = 49_000;
/** Text that no other question contains. */
const text = (number: number): string =>
  Array.from({ length: 1000 }, (_, at) => `${number}: line ${at} of "a question" with é and 日\n`)
    .join("")
    .slice(0, size);
const answerTo = (input: string): string => `Answer to ${input.slice(0, 8)}. ${input.slice(-900)}`;

const collect = (() => {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
})();

const attachmentOf = (number: number): Attachment => ({
  id: `a${number}`,
  text: text(number),
  languageId: "ts",
  label: "cart.ts:1–1000",
  detail: "1000 lines",
});

const ways: [string, () => (exchange: RawExchange) => void, (n: number) => object, MemoryMode][] = [
  [
    "repeats the history that it was sent",
    () => echoing(answerTo),
    (n) => ({ typed: text(n) }),
    "both",
  ],
  [
    "repeats it with the code that was attached",
    () => echoing(answerTo),
    (n) => ({ typed: "Why?", attachments: [attachmentOf(n)] }),
    "history",
  ],
  [
    "answers every question alike",
    () => echoing(() => "The same answer. ".repeat(1000)),
    () => ({ typed: text(0) }),
    "both",
  ],
  [
    "answers as a model alone",
    () =>
      toQuestions((exchange) => {
        const messages = bodyOf(exchange).input_data as unknown as { content: string }[];
        return { choices: [{ message: { content: answerTo(messages.at(-1)!.content) } }] };
      }),
    (n) => ({ typed: text(n), mode: "model" }),
    "both",
  ],
];

function window(folder: string): Conversations {
  const conversations = new Conversations(new DiskFiles(folder));
  atEnd(async () => conversations.dispose());
  return conversations;
}

/** The content of Show Raw. */
const rawOf = ({ turns }: Conversation) =>
  turns.map(({ result }) => result.state === "done" && JSON.stringify(result.received.raw));

describe("a conversation with a hub that repeats it in every answer", () => {
  afterEach(closeAll);

  for (const [name, hub, question, memory] of some(ways, 2))
    it(`Q9 takes the bytes of question and answer on the disk where the hub ${name}`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), "echoed-"));
      atEnd(() => rm(folder, { recursive: true }));
      const fixture = await realAsking(hub());
      fixture.settings.memory = memory;
      const writing = window(folder);
      const conversation = new Conversation();
      writing.keep(conversation);
      const raws: string[] = [];
      let bytes = 0;
      for (let number = 0; number < questions; number++) {
        const asked: Partial<Turn["question"]> = question(number);
        const { result } = await fixture.ask(conversation, asked);
        assert.ok(result.state === "done", JSON.stringify(result));
        raws.push(JSON.stringify(result.received.raw));
        bytes += Buffer.byteLength(
          `${asked.typed}${asked.attachments?.[0]?.text ?? ""}${result.received.value.output}`,
        );
      }
      await writing.settle();
      const file = path.join(folder, `${conversation.id}.jsonl`);
      const { size } = await stat(file);
      assert.ok(size <= bytes * 1.2, `${size} bytes for ${bytes}`);

      const back = await window(folder).open(conversation.id);
      assert.deepEqual(back?.turns, conversation.turns);
      assert.deepEqual(rawOf(back), raws);

      const exported = toJson(conversation);
      assert.ok(exported.length <= bytes * 1.2, `${exported.length} characters exported`);
      assert.deepEqual(rawOf(new Conversation(fromJson(Buffer.from(exported)))), raws);
    });

  it("holds the text of a question and its answer in memory once, asked or read again", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "echoed-"));
    atEnd(() => rm(folder, { recursive: true }));
    const { ask, own } = await realAsking(echoing((input) => input.toUpperCase()));
    const heap = (): number => {
      // The server is in this process, and remembers its requests.
      (own.requests as string[]).length = 0;
      collect();
      collect();
      return process.memoryUsage().heapUsed;
    };
    const writing = window(folder);
    const conversation = new Conversation();
    writing.keep(conversation);
    // What the first questions load is not counted.
    for (let number = 0; number < 3; number++)
      await ask(conversation, { attachments: [attachmentOf(number)] });
    const before = heap();
    for (let number = 3; number < questions; number++)
      await ask(conversation, { attachments: [attachmentOf(number)] });
    await writing.settle();
    // Two bytes per character, of the attached code and of its answer.
    const once = (questions - 3) * size * 2 * 2;
    const grown = heap() - before;
    assert.ok(grown < once * 1.5, `${grown} bytes more, ${once} are needed`);
    const unread = heap();
    const back = await window(folder).open(conversation.id);
    const read = heap() - unread;
    assert.equal(back?.turns.length, questions);
    assert.ok(read < once * 1.5, `${read} bytes more when read, ${once} are needed`);
  });
});
