// Saves without end until it is killed; says the number of each turn that is on the disk.
import { Conversations } from "../../../src/app/conversations";
import { DiskFiles } from "../../../src/editor/conversations/diskFiles";
import { done, turn } from "./savedTurns";

const [folder = "", id = "", large = ""] = process.argv.slice(2);
const conversations = new Conversations(new DiskFiles(folder));
const conversation = await conversations.open(id);
if (!conversation) throw new Error("it is not there");
for (let n = conversation.turns.length; ; n++) {
  conversation.put(turn(`t${n}`, done(`${n}:${"x".repeat(Number(large))}`)));
  await conversations.settle();
  process.stdout.write(`${n}\n`);
}
