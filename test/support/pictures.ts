/** Of questions without any. */
export const noPictures = { ofQuestion: () => Promise.resolve([]) };
