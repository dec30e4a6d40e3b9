// Runs a real VS Code: the server, opened in a browser.
import { spawn, type ChildProcess } from "node:child_process";
import { copyFile, cp, glob, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { end, output } from "./processes.ts";
import { ensureServer, linkBuiltInExtensions, serverNode } from "./server.ts";

export type Settings = Record<string, unknown>;

interface Folders {
  readonly extensionsDir: string;
  readonly serverDataDir: string;
}

export interface ServerOptions extends Partial<Folders> {
  readonly userSettings?: Settings;
  /** Installed before the start, as a user would. */
  readonly vsix?: string | undefined;
  /** Folder of an extension whose built files are used in place. */
  readonly source?: string;
  /** Folders of other extensions to install. */
  readonly others?: string[];
  /** Without those of VS Code's own extensions that play no part in tests. */
  readonly fewExtensions?: boolean;
  /** Names of more of these that are left out. */
  readonly without?: readonly string[];
  /** Of those that are left out everywhere else. */
  readonly including?: readonly string[];
  /** Accepts a development payload; shows no notifications and supports no dialogs. */
  readonly automation?: boolean;
  /** The language of VS Code, for which it has no words of its own. */
  readonly locale?: string;
  /** Asks whether a folder is trusted; otherwise every folder is. */
  readonly workspaceTrust?: boolean;
  readonly env?: Record<string, string>;
  /** How long a window that is gone without a word keeps its extension host; 3 hours if absent. */
  readonly reconnectionGraceSeconds?: number;
  /** Any free port if absent. */
  readonly port?: number;
}

export interface Server extends Folders {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess & { stdout: Readable; stderr: Readable };
  /** Ends the process, and keeps the folders. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** Written as user settings. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.localHistory.enabled": false,
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
  // Looks through the processes of the machine every few seconds.
  "remote.autoForwardPorts": false,
  "remote.restoreForwardedPorts": false,
  "git.enabled": false,
  "git.openRepositoryInParentFolders": "never",
};

const serverEntry = async (): Promise<string> =>
  path.join(await ensureServer(), "out", "server-main.js");

async function installVsix(vsix: string, { extensionsDir, serverDataDir }: Folders): Promise<void> {
  const folders = ["--extensions-dir", extensionsDir, "--server-data-dir", serverDataDir];
  const entry = await serverEntry();
  const args = [entry, "--install-extension", path.resolve(vsix), "--accept-server-license-terms"];
  // It complains about unbuilt native modules but continues: its output tells whether it succeeded.
  const { stdout, stderr } = await output(serverNode(), [...args, ...folders]);
  if (!stdout.includes("was successfully installed"))
    throw new Error(`${vsix} was not installed: ${stdout}${stderr}`);
}

/**
 * An installed extension whose files are links into the checkout, so that a reload picks up a new
 * build. Not a development payload: that needs the smoke test driver, under which the workbench
 * shows no notifications.
 */
async function linkSource(source: string, extensionsDir: string): Promise<void> {
  const home = path.join(extensionsDir, "expert-hub.expert-hub-source");
  await mkdir(home, { recursive: true });
  // Copied, since VS Code may write into an installed manifest.
  for await (const file of glob("package{,.nls,.nls.*}.json", { cwd: source }))
    await copyFile(path.join(source, file), path.join(home, file));
  for (const folder of ["dist", "media"])
    await symlink(path.join(source, folder), path.join(home, folder), "junction");
}

/** This server keeps them on disk. */
async function writeUserSettings(serverDataDir: string, settings: Settings): Promise<void> {
  const folder = path.join(serverDataDir, "data", "User");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "settings.json"), JSON.stringify(settings, undefined, 2));
}

/** VS Code speaks a language once it knows a language pack for it, even an empty one. */
async function writeLanguagePack(serverDataDir: string, locale: string): Promise<void> {
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

async function fill(folders: Folders, options: ServerOptions): Promise<void> {
  const { extensionsDir, serverDataDir } = folders;
  const { userSettings, locale, vsix, source, others = [] } = options;
  await mkdir(extensionsDir, { recursive: true });
  await writeUserSettings(serverDataDir, { ...quietSettings, ...userSettings });
  if (locale) await writeLanguagePack(serverDataDir, locale);
  // First: once something has been installed, VS Code no longer looks for other extensions in the folder.
  for (const other of others)
    await cp(other, path.join(extensionsDir, path.basename(other)), { recursive: true });
  if (vsix) await installVsix(vsix, folders);
  if (source) await linkSource(source, extensionsDir);
}

async function launch(
  { extensionsDir, serverDataDir }: Folders,
  builtIn: string | undefined,
  options: ServerOptions,
): Promise<Server["process"]> {
  const { automation, workspaceTrust, locale, env, port, reconnectionGraceSeconds } = options;
  if (builtIn !== undefined)
    await linkBuiltInExtensions(builtIn, options.without, options.including);
  const flags = {
    "without-connection-token": true,
    "accept-server-license-terms": true,
    "disable-getting-started-override": true,
    "enable-smoke-test-driver": automation,
    "reconnection-grace-time": reconnectionGraceSeconds?.toString(),
    "disable-workspace-trust": !workspaceTrust,
    host: "127.0.0.1",
    port: String(port ?? 0),
    "telemetry-level": "off",
    // The browser is on the same machine.
    "disable-websocket-compression": true,
    "server-data-dir": serverDataDir,
    "extensions-dir": extensionsDir,
    "builtin-extensions-dir": builtIn,
    locale,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => {
    if (!value) return [];
    return value === true ? `--${name}` : [`--${name}`, value];
  });
  return spawn(serverNode(), [await serverEntry(), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Starts a server of its own on a free port of 127.0.0.1 and waits until it answers. Folders that
 * are not given are temporary, and removed by `stop()`; `end()` keeps them.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const temporary = await mkdtemp(path.join(os.tmpdir(), "expert-hub-vscode-"));
  const folders = {
    extensionsDir: options.extensionsDir ?? path.join(temporary, "extensions"),
    serverDataDir: options.serverDataDir ?? path.join(temporary, "server"),
  };
  const builtIn = options.fewExtensions ? path.join(temporary, "builtIn") : undefined;
  let child: Server["process"] | undefined;
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
    child = await launch(folders, builtIn, options);
    const port = await listening(child);
    const url = `http://127.0.0.1:${port}`;
    return { ...folders, port, url, process: child, end: endProcess, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child: Server["process"]): Promise<number> {
  let said = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail("did not answer in 60 s"), 60_000);
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`The VS Code server ${why}:\n${said.slice(-4000)}`));
    };
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => fail(`ended with ${code}`));
    child.stderr.on("data", (text) => (said += String(text)));
    child.stdout.on("data", (text) => {
      said += String(text);
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
export function workbenchUrl(options: {
  url: string;
  folder: string;
  development?: string;
  tests?: string;
}): string {
  const { url, folder, development, tests } = options;
  const remote = (file: string): string => `vscode-remote://${new URL(url).host}${file}`;
  const payload: [string, string][] = [];
  if (development) payload.push(["extensionDevelopmentPath", remote(development)]);
  if (tests) payload.push(["extensionTestsPath", remote(tests)]);
  const query = new URLSearchParams({
    [folder.endsWith(".code-workspace") ? "workspace" : "folder"]: folder,
  });
  if (payload.length > 0) query.set("payload", JSON.stringify(payload));
  return `${url}/?${query}`;
}
