// Saves without end, says the number of each save that is on the disk, and is killed at some moment:
// by itself, since who watches it would be late on a busy computer. The disk's work goes on meanwhile.
import { Conversations } from "../../../../src/app/savedConversations/conversations";
import { DiskFiles } from "../../../../src/editor/adapters/diskFiles";
import { done, turn } from "./savedTurns";

const [folder = "", way = "", name = "", large = ""] = process.argv.slice(2);
const files = new DiskFiles(folder);
/** Saves that are told of before the one, or the ones, that the end comes into. */
let left = 1 + Math.floor(Math.random() * 2);

function say(saved: number): void {
  process.stdout.write(`${saved}\n`);
  if (--left > 0) return;
  setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 5);
}

/** One turn after the other, as asking makes them. */
async function add(): Promise<void> {
  const conversations = new Conversations(files);
  const conversation = await conversations.open(name);
  if (!conversation) throw new Error("it is not there");
  for (let n = conversation.turns.length; ; n++) {
    conversation.put(turn(`t${n}`, done(`${n}:${"x".repeat(Number(large))}`)));
    await conversations.settle();
    say(n);
  }
}

/** A whole file in the place of another, as clearing away does it. */
async function replace(): Promise<void> {
  const before = Buffer.from(await files.read(name, 0, 20)).toString();
  for (let n = Number.parseInt(before, 10) + 1; ; n++) {
    await files.replace(name, `${n}:${String(n % 10).repeat(Number(large))}:${n}`);
    say(n);
  }
}

void (way === "add" ? add() : replace());
