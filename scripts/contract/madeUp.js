// What no hub has.
import { randomUUID } from "node:crypto";

export const wrongKey = `wrong-${randomUUID()}`;

/** The largest integer of 32 bits. */
export const unknownExpert = 2 ** 31 - 1;
