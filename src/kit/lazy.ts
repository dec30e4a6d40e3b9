/** Creates a value when it is first requested, and only once; a failure is retried with the next request. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => {
    const own = (made ??= make());
    try {
      return await own;
    } catch (error) {
      if (made === own) made = undefined;
      throw error;
    }
  };
}
