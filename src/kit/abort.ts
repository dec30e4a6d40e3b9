/** What is used of an `AbortSignal`: the types of neither Node nor the DOM are known here. */
export interface Abort {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What some work results in; rejects as soon as the signal is aborted, without waiting for the work. */
export async function abortable<T>(signal: Abort, work: () => PromiseLike<T>): Promise<T> {
  if (signal.aborted) throw signal.reason;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** What the work resolves with, or `undefined` as soon as the signal is aborted. */
export async function unlessAborted<T>(
  work: PromiseLike<T>,
  signal: Abort,
): Promise<T | undefined> {
  // A failure that comes too late is nobody's.
  work.then(undefined, () => undefined);
  try {
    return await abortable(signal, () => work);
  } catch (failure) {
    if (signal.aborted) return undefined;
    throw failure;
  }
}
