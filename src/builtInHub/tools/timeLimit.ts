import { createContext, Script } from "node:vm";

const workScript = new Script("work()");
let context: { work?: () => unknown } | undefined;

/** Work that was stopped because its time was up. */
export class TookTooLong extends Error {
  constructor(milliseconds: number) {
    super(`It took longer than ${milliseconds} ms and was stopped.`);
  }
}

/** Runs synchronous work, even a runaway regular expression, and stops it after this many milliseconds. */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T {
  context ??= createContext(Object.create(null) as object);
  context.work = work;
  try {
    return workScript.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TookTooLong(milliseconds);
  } finally {
    delete context.work;
  }
}

const maxTries = 3;

/** CPU time of other threads counts only if Node cannot separate it. */
const usage = (process as Partial<NodeJS.Process>).threadCpuUsage ?? process.cpuUsage;

/**
 * Like `withTimeLimit`, for work that may be repeated. On a busy machine, time passes while others
 * run: if this thread hardly ran, it tries again with twice the limit.
 */
export function withOwnTimeLimit<T>(milliseconds: number, work: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = usage();
    try {
      return withTimeLimit(milliseconds * 2 ** (tries - 1), work);
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      const { user, system } = usage(before);
      const hasRun = (user + system) / 1000 > milliseconds / 2;
      if (hasRun || tries === maxTries) throw new TookTooLong(milliseconds);
    }
  }
}
