import { spawn, type ChildProcessByStdio } from "node:child_process";
import path from "node:path";
import type { Readable, Writable } from "node:stream";

export interface Result {
  readonly code: number;
  readonly output: string;
  /** It was ended before it had printed everything. */
  readonly isCut?: boolean;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly milliseconds?: number;
  /** Bytes after which it is ended, and what it has printed until then is the result. */
  readonly cutAt?: number;
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
  { env = process.env, input = "", milliseconds = defaultMs, cutAt }: RunOptions = {},
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
  const printed = (): string => Buffer.concat(chunks).toString("utf8");
  const settle = (result?: Result) => {
    clearTimeout(timer);
    resolve(result);
    if (result && result.isCut !== true) return;
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
    if (cutAt !== undefined && bytes > cutAt) settle({ code: 0, output: printed(), isCut: true });
    else if (bytes > maxBytes) settle();
  });
  child.on("close", (code) => settle(code === null ? undefined : { code, output: printed() }));
  return promise;
}
