type Listener = (error: unknown) => unknown;

/** Without a listener, an error remains an unhandled rejection. */
const rethrow: Listener = (error) => Promise.reject(error);

let current = rethrow;

/** Receives every error that no caller awaits: from listeners, views and fire-and-forget calls. */
export function report(error: unknown): void {
  void current(error);
}

/** Listens to all of them until disposed of. */
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
