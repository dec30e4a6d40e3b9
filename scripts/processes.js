// Starts other programs, and ends exactly those.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const windows = process.platform === "win32";

/** Resolves when it has ended: to its exit code, or to 128 if a signal ended it. */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 128));
  });
}

export const run = (command, args, options) =>
  exitCode(spawn(command, args, { stdio: "inherit", ...options }));

/** Its output, whatever the exit code; empty if it could not be started. */
export async function output(command, args, options) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (part) => (said.stdout += part));
  child.stderr.on("data", (part) => (said.stderr += part));
  await exitCode(child).catch(() => {});
  return said;
}

/** Like `run`, but any exit code except 0 is an error. */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${code}`);
}

/** npm itself, whatever it is called on this platform. */
export async function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli))
    return mustRun(process.execPath, [cli, ...args], options);
  return mustRun("npm", args, { shell: windows, ...options });
}

/** The first of these programs on PATH, or undefined. */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const endings = windows ? [".cmd", ".exe", ""] : [""];
  return names
    .flatMap((name) =>
      folders.flatMap((folder) => endings.map((end) => path.join(folder, name + end))),
    )
    .find((file) => existsSync(file));
}

/** Ends a child that we started: gracefully, then by force; resolves when it is gone. */
export async function end(child, grace = 4000) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), grace);
  await gone;
  clearTimeout(timer);
}
