/** Milliseconds: a timer writes messages to VS Code, and they are compressed in this process first. */
const ipcFlushMs = 10;

/**
 * Lets pending messages reach VS Code before something blocks this process, such as loading code:
 * also those that the rest of this turn of the event loop sends.
 */
export const yieldToIpc = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setTimeout(resolve, ipcFlushMs)));
