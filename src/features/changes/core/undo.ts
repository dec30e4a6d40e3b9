/** What was done to the text of a file; both texts have `\n` at the end of a line. */
export interface FileTextChange {
  readonly before: string;
  readonly after: string;
}

/**
 * The text that a file had before these changes, given in their order; `undefined` if it was also
 * changed otherwise. Those that the user has undone already are passed over.
 */
export function textBefore(
  changes: readonly FileTextChange[],
  present: string,
): string | undefined {
  let text = present;
  for (const { before, after } of changes.toReversed()) {
    if (text === after) text = before;
    else if (text !== before) return undefined;
  }
  return text;
}

/** Those of one file together, in the order in which the files were first changed. */
export function byFile<C extends { readonly uri: { toString(): string } }>(
  changes: readonly C[],
): C[][] {
  return [...Map.groupBy(changes, ({ uri }) => uri.toString()).values()];
}
