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
