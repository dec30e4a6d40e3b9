import { Conversation } from "../src/features/conversation/core/conversation";
import { ConversationSearch } from "../src/features/history/core/conversationSearch";
import { ask } from "./asking";
import { ordinaryAnswer } from "./benchHub";
import { size, type Measurement } from "./rows";

const turns = 8_000;
const rounds = 5;

/** A conversation of several years: each answer is 2 KB, and every tenth has one beside it. */
function longConversation(): Conversation {
  const conversation = new Conversation();
  const answer = ordinaryAnswer.repeat(Math.ceil(2_000 / ordinaryAnswer.length));
  for (let at = 0; at < turns; at++) {
    ask(conversation, `t${at}`, `Question ${at}?`, `Answer ${at}. ${answer}`);
    if (at % 10 === 9) conversation.put({ ...conversation.get(`t${at}`)!, beside: `t${at - 1}` });
  }
  return conversation;
}

/** The longest time for which nothing else could run meanwhile. */
async function longestBlock(run: () => unknown): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false];
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isOver = true;
  look();
  return longest;
}

/** G4: what takes longer as a conversation grows. */
export const growth: Measurement = {
  ids: ["G4"],
  run: async () => {
    const conversation = longConversation();
    const saved = {
      async *all() {
        yield conversation;
      },
    };
    const measured: Record<string, number[]> = { beside: [], fork: [], read: [], find: [] };
    for (let round = 0; round < rounds; round++) {
      const search = new ConversationSearch();
      const { signal } = new AbortController();
      const runs = {
        beside: () => conversation.turns.map(({ id }) => conversation.alternatives(id)),
        fork: () => conversation.forkUntil(conversation.turns.at(-1)!.id, { inclusive: true }),
        read: () => search.read(saved, { signal, onRead: () => undefined }),
        find: () => search.find("answer"),
      };
      for (const [name, run] of Object.entries(runs)) measured[name]!.push(await longestBlock(run));
    }
    const row = { id: "G4", unit: "ms", goal: 50 } as const;
    const measures = {
      beside: "8,000 turns, what stands beside each, longest task",
      fork: "8,000 turns, a fork of all, longest task",
      read: "8,000 turns, read for a search, longest task",
      find: "8,000 turns, searched, a key press, longest task",
    };
    return Object.entries(measures).map(([name, measure]) =>
      size({ ...row, measure }, measured[name]!),
    );
  },
};
