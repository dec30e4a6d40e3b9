/** Of questions without any. */
export const noPictures = { readAll: () => Promise.resolve([]) };
