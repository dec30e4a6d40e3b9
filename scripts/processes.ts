// Starts other programs, and ends exactly those.
import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { from, root } from "./root.ts";

const windows = process.platform === "win32";

/** Resolves when it has ended: to its exit code, or to 128 if a signal ended it. */
export async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 128;
}

export const run = (
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<number> => exitCode(spawn(command, args, { stdio: "inherit", ...options }));

/** Its output, whatever the exit code; empty if it could not be started. */
export async function output(
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (part) => (said.stdout += String(part)));
  child.stderr?.on("data", (part) => (said.stderr += String(part)));
  await exitCode(child).catch(() => {});
  return said;
}

/** Like `run`, but any exit code except 0 is an error. */
export async function mustRun(
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<void> {
  const code = await run(command, args, options);
  if (code !== 0) throw new Error(`${[command, ...args].join(" ")} ended with ${code}`);
}

/** A script or program of this repository. */
export const mustRunScript = (file: string, ...args: string[]): Promise<void> =>
  mustRun(process.execPath, [from(file), ...args], { cwd: root });

/** The first of these programs on PATH, or undefined. */
export function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  const endings = windows ? [".cmd", ".exe", ""] : [""];
  return names
    .flatMap((name) =>
      folders.flatMap((folder) => endings.map((end) => path.join(folder, name + end))),
    )
    .find((file) => existsSync(file));
}

/** Ends a child that we started: gracefully, then by force; resolves when it is gone. */
export async function end(child: ChildProcess, grace = 4000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), grace);
  await gone;
  clearTimeout(timer);
}
