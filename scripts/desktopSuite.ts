// Runs test/editor in desktop VS Code if it can be downloaded; otherwise says why not.
import { writeFile } from "node:fs/promises";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { followReport, otherExtensions, tests } from "./editorTests.ts";
import { findOnPath, output, run } from "./processes.ts";
import type { Outcome } from "./reliability.ts";
import { root } from "./root.ts";
import { copySample } from "./sample.ts";

const version = "1.139.1";
const needsDisplay = process.platform === "linux" && !process.env.DISPLAY;

async function skip(reason: string): Promise<never> {
  console.log(`desktop: skipped, because ${reason}`);
  const all: Outcome = { title: "desktop", fullTitle: "desktop", outcome: "skipped" };
  await writeFile(process.env.EXPERT_HUB_RESULTS!, JSON.stringify({ tests: [all] }));
  process.exit(0);
}

/** Only a failed download may be ignored: everything after it counts. */
async function download(): Promise<string> {
  const silent = { report: () => {}, error: () => {} };
  const isReachable = await fetch("https://update.code.visualstudio.com/api/releases/stable", {
    signal: AbortSignal.timeout(8_000),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) await skip("the download of VS Code cannot be reached");
  return downloadAndUnzipVSCode({ version, reporter: silent, timeout: 30_000 }).catch(
    (error: Error) => skip(`the download of VS Code failed: ${error.message.split("\n")[0]}`),
  );
}

/** Electron reveals missing libraries only by failing to start. */
async function missingLibraries(executable: string): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const { stdout } = await output("ldd", [executable]);
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, library = ""]) => library);
}

const xvfb = needsDisplay ? findOnPath("xvfb-run") : undefined;
if (needsDisplay && !xvfb) await skip("there is no display and no xvfb-run");
const vscodeExecutablePath = await download();
const missing = await missingLibraries(vscodeExecutablePath);
if (missing.length > 0) await skip(`this system lacks ${missing.join(", ")}`);
if (xvfb) process.exit(await run(xvfb, ["-a", process.execPath, import.meta.filename]));

const report = followReport("desktop-report.txt");
const folder = await copySample();
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
try {
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: [root, ...otherExtensions],
    extensionTestsPath: tests,
    extensionTestsEnv: report.env,
    launchArgs: [folder.path, "--disable-extensions", "--disable-workspace-trust", ...asRoot],
  });
} finally {
  report.stop();
  await folder.remove();
}
