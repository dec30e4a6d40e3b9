// Ensures the packages and Node 24, then continues under it. Runs on any Node from 20 on.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { exitCode, npm, run } from "./processes.js";
import { from } from "./root.js";

const needed = 24;
const modules = from("node_modules");
const binary = path.join(
  modules,
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

const major = () => Number(process.versions.node.split(".")[0]);

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** npm records what it installed: compared by content, since a checkout changes the dates. */
function isInstalled() {
  const wanted = readPackages(from("package-lock.json"));
  const present = readPackages(path.join(modules, ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([name, { version, integrity, optional }]) => {
    if (name === "") return true;
    const found = present[name];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
}

async function installPackages() {
  console.log("Installing packages: npm ci");
  await npm(["ci"], { cwd: from() });
}

/** npm may be configured to run no install scripts; this one provides the binary. */
async function installNode() {
  console.log("Node 24 was not brought by the install: running its install script");
  const cwd = path.join(modules, "node");
  await run(process.execPath, ["installArchSpecificPackage"], { cwd });
  if (existsSync(binary)) return;
  throw new Error(
    `Node ${needed} is needed and ${binary} is missing. Install Node ${needed}, or run: npm rebuild node`,
  );
}

/** Returns under Node 24 with everything installed; otherwise reruns under it and ends this process. */
export async function prepare() {
  if (!isInstalled()) await installPackages();
  if (major() >= needed) return;
  if (!existsSync(binary)) await installNode();
  const folders = [path.dirname(binary), path.join(modules, ".bin"), process.env.PATH];
  const env = { ...process.env, PATH: folders.join(path.delimiter) };
  const child = spawn(binary, process.argv.slice(1), { env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  process.exit(await exitCode(child));
}
