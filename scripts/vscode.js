// Runs a real VS Code: the server, opened in a browser.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { installVsix, linkSource, serverEntry } from "./extensions.js";
import { end } from "./processes.js";

export { ensureBrowser, findBrowser } from "./browser.js";
export { installVsix } from "./extensions.js";
export { ensureServer } from "./server.js";

/** Written as the user's own, which this server keeps on disk beside the machine's. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "window.commandCenter": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  "git.openRepositoryInParentFolders": "never",
};

async function writeSettings(serverDataDir, level, settings) {
  const folder = path.join(serverDataDir, "data", level);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings, undefined, 2));
}

/**
 * Starts a server of its own on a free port of 127.0.0.1 and waits until it answers.
 * Folders that are not given are fresh, and removed by `stop()`.
 */
export async function startServer({
  extensionsDir,
  serverDataDir,
  machineSettings = {},
  userSettings = {},
  vsix,
  source,
  automation = false,
  workspaceTrust = false,
  env = {},
} = {}) {
  const temporary = await mkdtemp(path.join(os.tmpdir(), "expert-hub-vscode-"));
  extensionsDir ??= path.join(temporary, "extensions");
  serverDataDir ??= path.join(temporary, "server");
  await mkdir(extensionsDir, { recursive: true });
  await writeSettings(serverDataDir, "Machine", machineSettings);
  await writeSettings(serverDataDir, "User", { ...quietSettings, ...userSettings });
  if (vsix) await installVsix(vsix, { extensionsDir, serverDataDir });
  if (source) await linkSource(source, { extensionsDir });

  const flags = ["--without-connection-token", "--accept-server-license-terms"];
  flags.push("--disable-getting-started-override");
  if (automation) flags.push("--enable-smoke-test-driver");
  if (!workspaceTrust) flags.push("--disable-workspace-trust");
  const values = {
    host: "127.0.0.1",
    port: "0",
    "telemetry-level": "off",
    "server-data-dir": serverDataDir,
    "extensions-dir": extensionsDir,
  };
  const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  const args = [await serverEntry(), ...flags, ...options];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async () => {
    await end(child);
    process.off("exit", kill);
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await listening(child);
    return { port, url: `http://127.0.0.1:${port}`, process: child, serverDataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child) {
  let said = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail("did not answer in 60 s"), 60_000);
    const fail = (why) => {
      clearTimeout(timer);
      reject(new Error(`The VS Code server ${why}:\n${said.slice(-4000)}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => fail(`ended with ${code}`));
    child.stderr.on("data", (text) => (said += text));
    child.stdout.on("data", (text) => {
      said += text;
      const port = /agent listening on (\d+)/.exec(said)?.[1];
      if (!port) return;
      clearTimeout(timer);
      child.stdout.removeAllListeners("data").resume();
      child.stderr.removeAllListeners("data").resume();
      resolve(Number(port));
    });
  });
}

/** The address that opens a folder; a development payload is heard under `automation` only. */
export function workbenchUrl({ url, folder, development, tests }) {
  const remote = (file) => `vscode-remote://${new URL(url).host}${file}`;
  const payload = [];
  if (development) payload.push(["extensionDevelopmentPath", remote(development)]);
  if (tests) payload.push(["extensionTestsPath", remote(tests)]);
  const query = new URLSearchParams({ folder });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `${url}/?${query}`;
}
