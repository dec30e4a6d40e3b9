import { createContext, Script } from "node:vm";

const call = new Script("work()");
let context: { work?: () => unknown } | undefined;

/** Work that was ended because its time was up. */
export class TookTooLong extends Error {
  constructor(milliseconds: number) {
    super(`It took longer than ${milliseconds} ms and was stopped.`);
  }
}

/** Runs synchronous work, a runaway regular expression included, and ends it after so many milliseconds. */
export function within<T>(milliseconds: number, work: () => T): T {
  context ??= createContext(Object.create(null) as object);
  context.work = work;
  try {
    return call.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TookTooLong(milliseconds);
  } finally {
    delete context.work;
  }
}

const mostTries = 3;

/**
 * As `within`, for work that may be done twice. On a busy machine the time passes while others run:
 * where this process hardly ran, it tries again.
 */
export function withinOwnTime<T>(milliseconds: number, work: () => T): T {
  for (let tries = 1; ; tries++) {
    const before = process.cpuUsage();
    try {
      return within(milliseconds, work);
    } catch (error) {
      const { user, system } = process.cpuUsage(before);
      const hasRun = (user + system) / 1000 > milliseconds / 2;
      if (!(error instanceof TookTooLong) || hasRun || tries === mostTries) throw error;
    }
  }
}
