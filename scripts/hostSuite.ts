// Runs test/editor inside the extension host of a real VS Code server; exits with its result.
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { format } from "node:util";
import { chromium } from "playwright-core";
import { browserArguments, ensureWindowBrowser } from "./browser.ts";
import { canariesIn, canariesUnder, kindsFor } from "./canaries.ts";
import { followReport, otherExtensions, tests } from "./editorTests.ts";
import { addFailure } from "./reliability.ts";
import { from, root } from "./root.ts";
import { copySample } from "./sample.ts";
import { startServer, workbenchUrl } from "./vscode.ts";

// VS Code's drawing takes half of the time: whatever no test looks at and the extension does not use is off.
const plainSettings = {
  "breadcrumbs.enabled": false,
  // The tests of notices turn them on; others look at every message.
  "expertHub.notifyOnAnswer": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.codeLens": false,
  "editor.colorDecorators": false,
  "editor.cursorBlinking": "solid",
  "editor.dropIntoEditor.enabled": false,
  "editor.experimental.asyncTokenization": false,
  "editor.folding": false,
  "editor.glyphMargin": false,
  "editor.guides.indentation": false,
  "editor.hover.enabled": "off",
  "editor.inlayHints.enabled": "off",
  "editor.inlineSuggest.enabled": false,
  "editor.lightbulb.enabled": "off",
  "editor.lineNumbers": "off",
  "editor.matchBrackets": "never",
  // Nothing is coloured.
  "editor.maxTokenizationLineLength": 1,
  "editor.overviewRulerLanes": 0,
  "editor.parameterHints.enabled": false,
  "editor.pasteAs.enabled": false,
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.renderFinalNewline": "off",
  "editor.renderLineHighlight": "none",
  "editor.scrollbar.horizontal": "hidden",
  "editor.scrollbar.vertical": "hidden",
  "editor.selectionHighlight": false,
  "editor.semanticHighlighting.enabled": false,
  "editor.suggestOnTriggerCharacters": false,
  "editor.unicodeHighlight.ambiguousCharacters": false,
  "editor.unicodeHighlight.invisibleCharacters": false,
  "editor.wordBasedSuggestions": "off",
  "workbench.editor.showTabs": "none",
  "workbench.statusBar.visible": false,
  "workbench.activityBar.location": "hidden",
  "diffEditor.renderGutterMenu": false,
  "diffEditor.renderIndicators": false,
  "window.title": "Tests",
  "problems.decorations.enabled": false,
  "workbench.reduceMotion": "on",
  "editor.links": false,
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.stickyScroll.enabled": false,
  "explorer.autoReveal": false,
  "window.menuBarVisibility": "hidden",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.layoutControl.enabled": false,
};

/** No test asks a language server for anything, and each TypeScript file that is opened would cost a second. */
const unusedExtensions = [
  "configuration-editing",
  "css-language-features",
  "emmet",
  "extension-editing",
  "github-authentication",
  "html-language-features",
  "json-language-features",
  "markdown-language-features",
  "markdown-math",
  "media-preview",
  "merge-conflict",
  "mermaid-markdown-features",
  "npm",
  "references-view",
  "search-result",
  "simple-browser",
  "typescript-language-features",
];

await using ending = new AsyncDisposableStack();
// Of each mutant that runs beside others, too.
const name = path.basename(process.env.EXPERT_HUB_RESULTS ?? "host", ".json");
const report = followReport(`${name}-report.txt`);
ending.defer(report.stop);
const logs = [from("out/logs", `${name}.log`), from("out/logs", `${name}-server.log`)] as const;
const log = createWriteStream(logs[0]);
const serverLog = createWriteStream(logs[1]);
const folder = await copySample();
ending.defer(folder.remove);
const serverDataDir = await mkdtemp(path.join(os.tmpdir(), "expert-hub-host-"));
ending.defer(() => rm(serverDataDir, { recursive: true, force: true, maxRetries: 5 }));
const server = await startServer({
  serverDataDir,
  automation: true,
  fewExtensions: true,
  without: unusedExtensions,
  // Off until a test turns it on.
  including: ["git"],
  others: otherExtensions,
  env: report.env,
  userSettings: plainSettings,
});
ending.defer(server.stop);
server.process.stdout.pipe(serverLog);
server.process.stderr.pipe(serverLog, { end: false });
const executablePath = await ensureWindowBrowser();
const args = [...browserArguments, "--force-prefers-reduced-motion"];
const browser = await chromium.launch({ executablePath, args });
ending.defer(() => browser.close());

const page = await browser.newPage({ viewport: { width: 1000, height: 600 } });
// Nobody looks at it: what is invisible is laid out and focused as ever, but takes no drawing.
await page.addInitScript(() => {
  addEventListener("DOMContentLoaded", () => (document.documentElement.style.opacity = "0"));
});
const { promise: verdict, resolve, reject } = Promise.withResolvers<number>();
page.once("crash", () => reject(new Error("The page crashed")));
server.process.once("close", () => reject(new Error("The server ended")));
// VS Code's own names: its output, and the result of `run()`.
await page.exposeFunction("codeAutomationLog", (type: string, args: unknown[]) =>
  log.write(`${type}: ${format(...args)}\n`),
);
await page.exposeFunction("codeAutomationExit", resolve);
page.on("console", (message) => log.write(`console: ${message.text()}\n`));
await page.goto(workbenchUrl({ url: server.url, folder: folder.path, development: root, tests }));
process.exitCode = await verdict;
report.stop();

// Checks what was written last, and what no test can see from inside.
await browser.close();
await server.stop();
log.end();
await finished(log);
const places: string[] = [];
for (const file of logs)
  for (const canary of canariesIn(await readFile(file, "latin1")))
    places.push(`${file}: ${canary}`);
// VS Code itself backs up documents that tests edit: a selection there is no leak.
const kinds = (file: string): ReturnType<typeof kindsFor> =>
  file.includes("expert-hub.expert-hub") ? kindsFor(file) : ["key", "secret"];
places.push(...(await canariesUnder(serverDataDir, kinds)));
const leaks = places.filter((place) => !place.includes("PLANTED"));
if (leaks.length > 0) {
  const error = `A canary came out in\n${leaks.join("\n")}`;
  console.log(error);
  process.exitCode = 1;
  const title = "keeps canaries out of what VS Code prints and stores";
  addFailure(process.env.EXPERT_HUB_RESULTS, { title, error });
}
if (process.exitCode) console.log(`What VS Code printed is in ${logs[0]}`);
