import { access, constants, realpath } from "node:fs/promises";
import path from "node:path";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";

interface Result {
  readonly code: number;
  readonly output: string;
  /** It was ended before it had printed everything. */
  readonly isCut?: boolean;
}

interface RunOptions {
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
function runProgram(
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

/** The absolute path of the Git program that is asked about a folder; `undefined` if there is none. */
export type GitProgram = (folder: string) => Promise<string | undefined>;

/**
 * The first one of `PATH`. It is never looked for in the folder itself, nor in folders whose path is
 * not absolute: a repository may contain a program of that name, which Windows even prefers.
 */
export const gitOnPath: GitProgram = async (folder) => {
  const name = process.platform === "win32" ? "git.exe" : "git";
  const inside = await real(folder);
  for (const place of (process.env["PATH"] ?? "").split(path.delimiter)) {
    if (!path.isAbsolute(place) || isWithin(inside, await real(place))) continue;
    const program = path.join(place, name);
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere && !isWithin(inside, await real(program))) return usable(program);
  }
  return undefined;
};

/** On macOS without developer tools, a program in place of Git opens a dialog that offers them. */
async function usable(program: string): Promise<string | undefined> {
  if (process.platform !== "darwin" || program !== "/usr/bin/git") return program;
  const tools = await runProgram("/usr/bin/xcode-select", ["-p"]);
  return tools?.code === 0 ? program : undefined;
}

const real = (place: string): Promise<string> => realpath(place).catch(() => place);

function isWithin(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return (
    relative === "" ||
    (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}

/** A repository decides neither which programs run nor what is reached over a network. */
const harmless = [
  "--no-pager",
  ...["core.fsmonitor=", "core.hooksPath=/dev/null"].flatMap((setting) => ["-c", setting]),
];

/** Those that name a repository: Git sets them for its hooks, from which an editor may be started. */
const ofRepository =
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|CONFIG|DIR|GRAFT_FILE|IMPLICIT_WORK_TREE|INDEX_FILE|INTERNAL_SUPER_PREFIX|NAMESPACE|OBJECT_DIRECTORY|PREFIX|SHALLOW_FILE|WORK_TREE|TRACE.*|\w+_PATHSPECS)$/;

function environment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRepository.test(name))),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // Of a partial clone, Git would fetch what is missing, by a program that the repository names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** Asks Git about a folder. `undefined` without an answer. */
export function runGit(
  program: string,
  folder: string,
  args: readonly string[],
  options: Omit<RunOptions, "env">,
): Promise<Result | undefined> {
  const all = ["-C", folder, ...harmless, ...args];
  return runProgram(program, all, { ...options, env: environment() });
}
