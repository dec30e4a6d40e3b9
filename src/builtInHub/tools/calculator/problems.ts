/** A text that is no expression of this grammar. */
export class NotUnderstood extends Error {}

/** An expression that is understood, but has no result; the message says why. */
export class NoResult extends Error {}
