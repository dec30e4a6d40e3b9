// Measures the packaged extension against a bare VS Code as the baseline. `--only A1,B1` selects rows.
import { prepare } from "./install.js";

await prepare();

const { mustRun } = await import("./processes.js");
const { from, root } = await import("./root.js");
const { ensureBrowser, ensureServer } = await import("./vscode.js");

const node = (...args) => mustRun(process.execPath, args, { cwd: root });

await node(from("scripts/bundle.js"), "--tests");
await node(from("scripts/package.js"), "--no-build");
await ensureServer();
await ensureBrowser();
await node("--expose-gc", from("out/bench/run.js"), ...process.argv.slice(2));
