// Measures the packaged extension against a bare VS Code as the baseline. `--only A1,B1` selects rows.
// With `tasks`, counts what everyday tasks cost instead; a part of their names selects some of them.
import { ensureBrowser } from "./browser.ts";
import { mustRun, mustRunScript } from "./processes.ts";
import { from, root } from "./root.ts";
import { ensureServer } from "./server.ts";

await mustRunScript("scripts/bundle.ts", "--tests");
await ensureServer();
const [first, ...others] = process.argv.slice(2);
if (first === "tasks") await mustRunScript("out/bench/tasks.js", ...others);
else {
  await mustRunScript("scripts/package.ts", "--no-build");
  await ensureBrowser();
  const args = ["--expose-gc", from("out/bench/run.js"), ...process.argv.slice(2)];
  await mustRun(process.execPath, args, { cwd: root });
}
