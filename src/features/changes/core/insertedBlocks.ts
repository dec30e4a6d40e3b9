import { hunksBetween, splitLines } from "./hunk";

/** Lines that a change has brought into a text. */
export interface InsertedBlock {
  /** Of the text after it: from 1, both inclusive. */
  readonly lines: readonly [number, number];
  readonly text: readonly string[];
}

/** The lines of a text that it did not have before. */
export function insertedBlocks(before: string, after: string): InsertedBlock[] {
  let shift = 0;
  return hunksBetween(splitLines(before), splitLines(after)).flatMap(({ start, old, now }) => {
    const first = start + shift + 1;
    shift += now.length - old.length;
    return now.length === 0 ? [] : [{ lines: [first, first + now.length - 1], text: now }];
  });
}
