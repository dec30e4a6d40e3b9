import { spawn, type ChildProcessByStdio } from "node:child_process";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

interface Result {
  readonly code: number;
  readonly output: string;
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly milliseconds?: number;
}

const defaultMs = 5000;
const maxBytes = 64 * 1024 * 1024;

/**
 * What a program prints, once it has ended. `undefined` if it cannot be started, is killed, prints
 * too much or text that is not UTF-8, or takes too long; then it is ended.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { env = process.env, input = "", milliseconds = defaultMs }: RunOptions = {},
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<Result | undefined>();
  let child: ChildProcessByStdio<Writable, Readable, null>;
  try {
    child = spawn(program, args, {
      // Its own folder: Windows looks for the libraries of a program where it is started.
      cwd: path.dirname(program),
      env,
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
  } catch {
    // An argument that no program can be given.
    return Promise.resolve(undefined);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const settle = (result?: Result) => {
    clearTimeout(timer);
    resolve(result);
    if (result) return;
    child.kill("SIGKILL");
    // What it has started may keep its output open.
    child.stdin.destroy();
    child.stdout.destroy();
    child.unref();
  };
  const timer = setTimeout(settle, milliseconds);
  child.on("error", () => settle());
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  child.stdout.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > maxBytes) settle();
  });
  child.on("close", (code) => {
    settle(code === null ? undefined : { code, output: Buffer.concat(chunks).toString("utf8") });
  });
  return promise;
}
