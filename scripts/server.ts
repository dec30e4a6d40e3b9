// The VS Code server with its browser workbench, cached outside the checkout: today's, or the oldest
// that is supported.
import { existsSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { copyGated } from "./gatedServer.ts";
import { npm } from "./install.js";
import { mustRun } from "./processes.ts";

/** Versions of code-server, which are those of VS Code plus three. */
const versions = {
  newest: { version: "4.139.1" },
  // With a later Node its extension host never comes up.
  oldest: { version: "4.106.3", node: "22.23.3" },
} as const;
export type Age = keyof typeof versions;

const chosen = (): Age => (process.env.EXPERT_HUB_VSCODE === "oldest" ? "oldest" : "newest");

/** Counts up when the gate of the copy changes. */
const gate = 1;
const hour = 3_600_000;

const cacheFolder = (): string =>
  process.env.EXPERT_HUB_CACHE || path.join(os.homedir(), ".cache", "expert-hub");

const codeIn = (folder: string): string =>
  path.join(folder, "node_modules", "code-server", "lib", "vscode");

/** The name says how it was put together: a cache may have one that was made otherwise. */
const homeOf = (age: Age): string =>
  path.join(
    cacheFolder(),
    `vscode-server-${versions[age].version}${age === "oldest" ? "-locked-2" : ""}`,
  );

const nodeIn = (folder: string): string => path.join(folder, "node_modules", "node");

/** The Node that runs the server. */
export function serverNode(age = chosen()): string {
  const name = process.platform === "win32" ? "node.exe" : "node";
  return "node" in versions[age] ? path.join(nodeIn(homeOf(age)), "bin", name) : process.execPath;
}

/** The folder of the server that refuses proposed APIs, made on first use. */
export async function ensureServer(age = chosen()): Promise<string> {
  const home = homeOf(age);
  if (!existsSync(home)) await putTogether(home, (partial) => install(partial, age));
  const gated = `${home}-gated-${gate}`;
  if (!existsSync(gated))
    await putTogether(gated, (partial) => copyGated(codeIn(home), codeIn(partial)));
  return codeIn(gated);
}

/** Extensions of VS Code that run in every window or debug, build and sign in. */
const unused = new Set([
  "copilot",
  "debug-auto-launch",
  "debug-server-ready",
  "git",
  "github",
  "grunt",
  "gulp",
  "jake",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "ms-vscode.vscode-js-profile-table",
  "php-language-features",
  "terminal-suggest",
  "tunnel-forwarding",
]);

/**
 * Fills a folder with links to VS Code's own extensions but the unused ones, which cost a second a
 * window.
 */
export async function linkBuiltInExtensions(
  folder: string,
  without: readonly string[] = [],
  including: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const extensions = path.join(await ensureServer(), "extensions");
  const entries = await readdir(extensions, { withFileTypes: true });
  const leftOut = new Set([...unused, ...without]);
  for (const name of including) leftOut.delete(name);
  const used = entries.filter((entry) => entry.isDirectory() && !leftOut.has(entry.name));
  await Promise.all(
    used.map(({ name }) =>
      symlink(path.join(extensions, name), path.join(folder, name), "junction"),
    ),
  );
}

/** Filled elsewhere first, then renamed: whatever has the final name is complete. */
async function putTogether(home: string, fill: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(home), { recursive: true });
  await dropAbandoned(path.dirname(home));
  const partial = await mkdtemp(`${home}.partial-`);
  try {
    await fill(partial);
    await rename(partial, home).catch((error: unknown) => {
      // Another process was faster; its server will do.
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function install(folder: string, age: Age): Promise<void> {
  const { version, ...tools } = versions[age];
  console.log(`Installing the VS Code server ${version} into ${cacheFolder()}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const manifest = { private: true, dependencies: { "code-server": version, ...tools } };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await npm(["install", ...quiet], folder);
  if (age === "oldest") {
    // Brings the program, which its install script would do.
    await mustRun(process.execPath, ["installArchSpecificPackage"], { cwd: nodeIn(folder) });
    await replaceUnavailable(codeIn(folder));
  }
  for (const cwd of [codeIn(folder), path.join(codeIn(folder), "extensions")])
    await npm(["install", "--omit=dev", ...quiet], cwd);
  if (age === "oldest")
    // Built from source, which is not possible everywhere; without it the server works as well.
    await writeFile(path.join(codeIn(folder), watchdog, "index.js"), "exports.start = () => {};\n");
}

const watchdog = path.join("node_modules", "native-watchdog");

/** One comes from a repository, and one loads its program when it is installed. */
const replacements = { "@parcel/watcher": "2.5.1", "@vscode/ripgrep": "1.18.0" };

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly packages: Record<string, Manifest>;
}

/**
 * Of two packages of the old server, the registry has only other versions that work. All others keep
 * theirs: with a later one of undici, its MCP client cannot connect.
 */
async function replaceUnavailable(code: string): Promise<void> {
  await changeJson(path.join(code, "package.json"), ({ dependencies }) => {
    Object.assign(dependencies, replacements);
  });
  await changeJson(path.join(code, "npm-shrinkwrap.json"), ({ packages }) => {
    Object.assign(packages[""]!.dependencies, replacements);
    for (const name of Object.keys(replacements)) delete packages[`node_modules/${name}`];
  });
}

async function changeJson(file: string, change: (content: Manifest) => void): Promise<void> {
  const content = JSON.parse(await readFile(file, "utf8")) as Manifest;
  change(content);
  await writeFile(file, JSON.stringify(content));
}

async function dropAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.includes(".partial-")) continue;
    const full = path.join(folder, entry);
    const { mtimeMs } = await stat(full);
    if (Date.now() - mtimeMs > hour) await rm(full, { recursive: true, force: true });
  }
}
