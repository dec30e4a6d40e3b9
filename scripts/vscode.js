// Runs a real VS Code: the server, opened in a browser.
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { installVsix, linkSource, serverEntry } from "./extensions.js";
import { end } from "./processes.js";
import { linkBuiltInExtensions } from "./server.js";

export { ensureBrowser, ensureWindowBrowser, findBrowser } from "./browser.js";
export { installVsix } from "./extensions.js";
export { ensureServer } from "./server.js";

/** Written as user settings, which this server keeps on disk next to the machine settings. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "workbench.settings.enableNaturalLanguageSearch": false,
  "window.commandCenter": false,
  // VS Code's own chat starts a process and draws in every window.
  "chat.disableAIFeatures": true,
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

/** VS Code speaks a language once it knows a language pack for it, even an empty one. */
async function writeLanguagePack(serverDataDir, locale) {
  const folder = path.join(serverDataDir, "data");
  const pack = path.join(folder, "main.i18n.json");
  const known = {
    hash: "none",
    label: locale,
    extensions: [{ extensionIdentifier: { id: `none.${locale}` }, version: "0.0.1" }],
    translations: { vscode: pack },
  };
  await writeFile(pack, JSON.stringify({ "": [], version: "1.0.0", contents: {} }));
  await writeFile(path.join(folder, "languagepacks.json"), JSON.stringify({ [locale]: known }));
}

async function fill(folders, { machineSettings, userSettings, locale, vsix, source, others = [] }) {
  await mkdir(folders.extensionsDir, { recursive: true });
  if (folders.builtInExtensionsDir) await linkBuiltInExtensions(folders.builtInExtensionsDir);
  await writeSettings(folders.serverDataDir, "Machine", machineSettings ?? {});
  await writeSettings(folders.serverDataDir, "User", { ...quietSettings, ...userSettings });
  if (locale) await writeLanguagePack(folders.serverDataDir, locale);
  // First: once something has been installed, VS Code no longer looks for other extensions in the folder.
  for (const other of others)
    await cp(other, path.join(folders.extensionsDir, path.basename(other)), { recursive: true });
  if (vsix) await installVsix(vsix, folders);
  if (source) await linkSource(source, folders);
}

async function launch(folders, { automation, workspaceTrust, locale, env, port }) {
  const { extensionsDir, serverDataDir, builtInExtensionsDir } = folders;
  const flags = ["--without-connection-token", "--accept-server-license-terms"];
  flags.push("--disable-getting-started-override");
  if (automation) flags.push("--enable-smoke-test-driver");
  if (!workspaceTrust) flags.push("--disable-workspace-trust");
  const values = {
    host: "127.0.0.1",
    port: String(port ?? 0),
    "telemetry-level": "off",
    "server-data-dir": serverDataDir,
    "extensions-dir": extensionsDir,
    ...(locale && { locale }),
    ...(builtInExtensionsDir && { "builtin-extensions-dir": builtInExtensionsDir }),
  };
  const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
  return spawn(process.execPath, [await serverEntry(), ...flags, ...options], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Starts a server of its own on a free port of 127.0.0.1 and waits until it answers. Folders that
 * are not given are temporary, and removed by `stop()`; `end()` keeps them.
 */
export async function startServer(options = {}) {
  const temporary = await mkdtemp(path.join(os.tmpdir(), "expert-hub-vscode-"));
  const folders = {
    extensionsDir: options.extensionsDir ?? path.join(temporary, "extensions"),
    serverDataDir: options.serverDataDir ?? path.join(temporary, "server"),
  };
  if (options.fewExtensions) folders.builtInExtensionsDir = path.join(temporary, "builtIn");
  let child;
  const kill = () => child?.kill("SIGKILL");
  process.once("exit", kill);
  const endProcess = async () => {
    if (child) await end(child);
    process.off("exit", kill);
  };
  const stop = async () => {
    await endProcess();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await fill(folders, options);
    child = await launch(folders, options);
    const port = await listening(child);
    return {
      ...folders,
      port,
      url: `http://127.0.0.1:${port}`,
      process: child,
      end: endProcess,
      stop,
    };
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

/** The address that opens a folder or a `*.code-workspace`; a development payload needs `automation`. */
export function workbenchUrl({ url, folder, development, tests }) {
  const remote = (file) => `vscode-remote://${new URL(url).host}${file}`;
  const payload = [];
  if (development) payload.push(["extensionDevelopmentPath", remote(development)]);
  if (tests) payload.push(["extensionTestsPath", remote(tests)]);
  const query = new URLSearchParams({
    [folder.endsWith(".code-workspace") ? "workspace" : "folder"]: folder,
  });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `${url}/?${query}`;
}
