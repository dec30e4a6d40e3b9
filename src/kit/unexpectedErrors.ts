type Listener = (error: unknown) => unknown;

/** Where nobody listens, an error stays as loud as it was. */
const rethrow: Listener = (error) => Promise.reject(error);

let current = rethrow;

/** The one end of every error that no caller waits for: of listeners, views and calls that nobody awaits. */
export function report(error: unknown): void {
  void current(error);
}

/** Hears of them all, until disposed of. */
export function onUnexpectedError(listener: Listener): { dispose(): void } {
  current = listener;
  return {
    dispose: () => {
      if (current === listener) current = rethrow;
    },
  };
}

/** Calls, and reports what it throws or rejects with. */
export function fireAndForget(call: () => unknown): void {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}
