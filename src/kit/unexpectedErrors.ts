type Hear = (error: unknown) => unknown;

/** Where nobody has said otherwise, an error stays as loud as it was. */
const aloud: Hear = (error) => Promise.reject(error);

let hear = aloud;

/** The one end of every error that no caller waits for: of listeners, views and calls let go. */
export function report(error: unknown): void {
  void hear(error);
}

/** Hears of them all, until disposed of. */
export function onUnforeseen(listener: Hear): { dispose(): void } {
  hear = listener;
  return {
    dispose: () => {
      if (hear === listener) hear = aloud;
    },
  };
}

/** Calls, and reports what it throws or rejects with. */
export function guarded(call: () => unknown): void {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}
