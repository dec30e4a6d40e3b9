// Ensures the packages and Node 24. Runs on any Node from 20 on, and before any package is there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const needed = 24;
const windows = process.platform === "win32";
const root = path.dirname(import.meta.dirname);
const modules = path.join(root, "node_modules");
const binary = path.join(modules, "node", "bin", windows ? "node.exe" : "node");

async function mustRun(command, args, options) {
  const [code] = await once(spawn(command, args, { stdio: "inherit", ...options }), "close");
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${code}`);
}

/** npm itself, whatever it is called on this platform. */
export function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli))
    return mustRun(process.execPath, [cli, ...args], { cwd });
  return mustRun("npm", args, { cwd, shell: windows });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm records what it installed: compared by content, since a checkout changes the dates. */
function isInstalled() {
  const wanted = readPackages(path.join(root, "package-lock.json"));
  const present = readPackages(path.join(modules, ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
    if (name === "") return true;
    const found = present[name];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
}

/** npm may be configured to run no install scripts; this one provides the binary. */
async function installNode() {
  console.log("Node 24 was not brought by the install: running its install script");
  const cwd = path.join(modules, "node");
  await mustRun(process.execPath, ["installArchSpecificPackage"], { cwd });
  if (existsSync(binary)) return;
  throw new Error(
    `Node ${needed} is needed and ${binary} is missing. Install Node ${needed}, or run: npm rebuild node`,
  );
}

/** Returns under Node 24 with everything installed; otherwise reruns under it and ends this process. */
export async function prepare() {
  if (!isInstalled()) {
    console.log("Installing packages: npm ci");
    await npm(["ci"], root);
  }
  if (Number.parseInt(process.versions.node) >= needed) return;
  if (!existsSync(binary)) await installNode();
  const folders = [path.dirname(binary), path.join(modules, ".bin"), process.env.PATH];
  const env = { ...process.env, PATH: folders.join(path.delimiter) };
  const child = spawn(binary, process.argv.slice(1), { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "close");
  process.exit(code ?? 128);
}
