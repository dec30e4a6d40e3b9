export interface House {
  readonly files: number;
  readonly lines: number;
  readonly scriptLines: number;
  readonly short: readonly string[];
  readonly long: readonly string[];
  /** Names on the top level of too many files, with these files. */
  readonly repeated: ReadonlyMap<string, readonly string[]>;
}
export declare function namesIn(text: string): string[];
export declare function measure(): House;
