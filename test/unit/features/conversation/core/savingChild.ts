// Saves endlessly, prints the number of each completed save, and kills itself at a random moment: a
// watching process would be late on a busy computer. Disk operations continue meanwhile.
import { Conversations } from "../../../../../src/features/conversation/core/conversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { done, turn } from "./savedTurns";

const [folder = "", way = "", name = "", large = ""] = process.argv.slice(2);
const files = new DiskFiles(folder);
/** The number of saves reported before the kill. */
let left = 1 + Math.floor(Math.random() * 2);

function say(saved: number): void {
  process.stdout.write(`${saved}\n`);
  if (--left > 0) return;
  setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 5);
}

/** Adds one turn after another, as asking does. */
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

/** Replaces a whole file, as compaction does. */
async function replace(): Promise<void> {
  const before = Buffer.from(await files.read(name, 0, 20)).toString();
  for (let n = Number.parseInt(before, 10) + 1; ; n++) {
    await files.replace(name, `${n}:${String(n % 10).repeat(Number(large))}:${n}`);
    say(n);
  }
}

void (way === "add" ? add() : replace());
