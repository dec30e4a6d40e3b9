// Runs test/editor inside the extension host of a real VS Code server; exits with its verdict.
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { format } from "node:util";
import { chromium } from "playwright-core";
import { browserArguments } from "./browser.js";
import { follow } from "./follow.js";
import { from, root } from "./root.js";
import { copySample } from "./sample.js";
import { ensureBrowser, startServer, workbenchUrl } from "./vscode.js";

await mkdir(from("out/logs"), { recursive: true });
const log = createWriteStream(from("out/logs/host.log"));
await using ending = new AsyncDisposableStack();
const report = await follow(from("out/logs/host-report.txt"));
ending.defer(report.stop);
const folder = await copySample();
ending.defer(folder.remove);
const server = await startServer({
  automation: true,
  others: [from("test/support/caller")],
  env: { EXPERT_HUB_REPORT: report.file },
});
ending.defer(server.stop);
const executablePath = await ensureBrowser();
const browser = await chromium.launch({ executablePath, args: browserArguments });
ending.defer(() => browser.close());

const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const { promise: verdict, resolve, reject } = Promise.withResolvers();
page.once("crash", () => reject(new Error("The page crashed")));
server.process.once("close", () => reject(new Error("The server ended")));
// VS Code's own names: what it prints, and what `run()` came to.
await page.exposeFunction("codeAutomationLog", (type, args) =>
  log.write(`${type}: ${format(...args)}\n`),
);
await page.exposeFunction("codeAutomationExit", resolve);
const tests = from("out/test/editor/index.cjs");
await page.goto(workbenchUrl({ url: server.url, folder: folder.path, development: root, tests }));
process.exitCode = await verdict;
await report.stop();
if (process.exitCode) console.log("What VS Code printed is in out/logs/host.log");
