// Counts keys, clicks and modals of twelve everyday tasks, in a window of VS Code with this extension.
import { from, root } from "../scripts/root";
import { draw } from "../test/support/failurePictures";
import { closeBrowser } from "../test/support/workbench";
import type { Cost } from "./tasks/hands";
import { Stage } from "./tasks/stage";
import { walks } from "./tasks/walks";

const [only = "", folder = root] = process.argv.slice(2);
const stage = await Stage.open(folder);
const rows: [string, Cost][] = [];
let failed = 0;
try {
  for (const { task, start, walk } of walks) {
    if (!new RegExp(only).test(task)) continue;
    try {
      await start(stage);
      await stage.hands.count();
      await walk(stage);
      rows.push([task, await stage.hands.count()]);
      console.log(task, JSON.stringify(rows.at(-1)?.[1]));
    } catch (error) {
      failed++;
      console.error(task, error);
      await draw(stage.page);
      await stage.page.screenshot({ path: from("out", "logs", `task-${rows.length}.png`) });
      await stage.page.keyboard.press("Escape");
    }
  }
} finally {
  await stage.close();
  await closeBrowser();
}

const sum = (part: keyof Cost): number => rows.reduce((all, [, cost]) => all + cost[part], 0);
console.log(
  "| task | keys | clicks | modals | asked in the chat |\n| --- | --- | --- | --- | --- |",
);
for (const [task, { keys, clicks, modals, asked }] of rows)
  console.log(`| ${task} | ${keys} | ${clicks} | ${modals} | ${asked} |`);
console.log(`| all | ${sum("keys")} | ${sum("clicks")} | ${sum("modals")} | ${sum("asked")} |`);
if (failed > 0) process.exitCode = 1;
