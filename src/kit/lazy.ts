/** Makes something when it is first asked for, and once; after a failure the next who asks may have more luck. */
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
