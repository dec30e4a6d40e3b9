/** What is used of an `AbortSignal`: the types of neither Node nor the DOM are known here. */
export interface Abort {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What the work resolves with, or `undefined` as soon as the signal is aborted. */
export async function unlessAborted<T>(
  work: PromiseLike<T>,
  signal: Abort,
): Promise<T | undefined> {
  const { promise: left, resolve } = Promise.withResolvers<undefined>();
  const leave = (): void => resolve(undefined);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([left, work]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
