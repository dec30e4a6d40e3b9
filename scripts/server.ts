// The VS Code server with its browser workbench, cached outside the checkout.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { copyGated } from "./gatedServer.ts";
import { npm } from "./install.js";

const version = "4.139.1";
const name = `vscode-server-${version}`;
/** Counts up when the gate of the copy changes. */
const gate = 1;
const hour = 3_600_000;

const cacheFolder = (): string =>
  process.env.EXPERT_HUB_CACHE || path.join(os.homedir(), ".cache", "expert-hub");

const codeIn = (folder: string): string =>
  path.join(folder, "node_modules", "code-server", "lib", "vscode");

/** The folder of the server that refuses proposed APIs, made on first use. */
export async function ensureServer(): Promise<string> {
  const home = path.join(cacheFolder(), name);
  if (!existsSync(home)) await putTogether(home, install);
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

/** Fills a folder with links to VS Code's own extensions but the unused ones, which cost a second a window. */
export async function linkBuiltInExtensions(
  folder: string,
  without: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const extensions = path.join(await ensureServer(), "extensions");
  const entries = await readdir(extensions, { withFileTypes: true });
  const leftOut = new Set([...unused, ...without]);
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

async function install(folder: string): Promise<void> {
  console.log(`Installing the VS Code server ${version} into ${cacheFolder()}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const manifest = { private: true, dependencies: { "code-server": version } };
  await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
  await npm(["install", ...quiet], folder);
  for (const cwd of [codeIn(folder), path.join(codeIn(folder), "extensions")])
    await npm(["install", "--omit=dev", ...quiet], cwd);
}

async function dropAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (!entry.includes(".partial-")) continue;
    const full = path.join(folder, entry);
    const { mtimeMs } = await stat(full);
    if (Date.now() - mtimeMs > hour) await rm(full, { recursive: true, force: true });
  }
}
