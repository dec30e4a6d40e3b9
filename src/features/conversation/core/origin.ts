import type { TextRange } from "./textRange";

/** Where the text of an attachment was when it was attached. */
export interface Origin {
  /** Address of the document. */
  readonly uri: string;
  /** Offsets of UTF-16 units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** False if several selections were joined: there is no single range to replace. */
  readonly single: boolean;
  /** Those that were joined, in the order of the text. */
  readonly parts?: readonly TextRange[];
}
