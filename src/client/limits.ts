/** Bytes; a larger request is not sent. */
export const maxRequestBytes = 10 * 1024 * 1024;
