// Runs test/editor in desktop VS Code if it can be downloaded; otherwise says why not.
import { mkdir, writeFile } from "node:fs/promises";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { tail } from "./tail.js";
import { findOnPath, output, run } from "./processes.js";
import { from, root } from "./root.js";
import { copySample } from "./sample.js";

const version = "1.139.1";
const needsDisplay = process.platform === "linux" && !process.env.DISPLAY;

async function skip(reason) {
  console.log(`desktop: skipped, because ${reason}`);
  const counts = { passed: 0, failed: 0, skipped: 1 };
  await writeFile(process.env.EXPERT_HUB_RESULTS, JSON.stringify(counts));
  process.exit(0);
}

/** Only a failed download may be ignored: everything after it counts. */
async function download() {
  const silent = { report: () => {}, error: () => {} };
  const isReachable = await fetch("https://update.code.visualstudio.com/api/releases/stable", {
    signal: AbortSignal.timeout(8_000),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReachable) await skip("the download of VS Code cannot be reached");
  return downloadAndUnzipVSCode({ version, reporter: silent, timeout: 30_000 }).catch((error) =>
    skip(`the download of VS Code failed: ${String(error.message ?? error).split("\n")[0]}`),
  );
}

/** Electron reveals missing libraries only by failing to start. */
async function missingLibraries(executable) {
  if (process.platform !== "linux") return [];
  const { stdout } = await output("ldd", [executable]);
  return [...stdout.matchAll(/^\s*(\S+) => not found/gm)].map(([, library]) => library);
}

const xvfb = needsDisplay ? findOnPath(["xvfb-run"]) : undefined;
if (needsDisplay && !xvfb) await skip("there is no display and no xvfb-run");
const vscodeExecutablePath = await download();
const missing = await missingLibraries(vscodeExecutablePath);
if (missing.length > 0) await skip(`this system lacks ${missing.join(", ")}`);
if (xvfb) process.exit(await run(xvfb, ["-a", process.execPath, from("scripts/desktopSuite.js")]));

await mkdir(from("out/logs"), { recursive: true });
const report = await tail(from("out/logs/desktop-report.txt"));
const folder = await copySample();
const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
try {
  await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: [
      root,
      from("test/support/caller"),
      from("test/support/modelProvider"),
    ],
    extensionTestsPath: from("out/test/editor/index.cjs"),
    extensionTestsEnv: { EXPERT_HUB_REPORT: report.file },
    launchArgs: [folder.path, "--disable-extensions", "--disable-workspace-trust", ...asRoot],
  });
} finally {
  await report.stop();
  await folder.remove();
}
