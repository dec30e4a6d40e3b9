/** What some work results in; rejects as soon as the signal is aborted, without waiting for the work. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: () => PromiseLike<T>,
): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
