const begins = /^\s*(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)>?\s*$/;
const divides = /^\s*={5,9}\s*$/;
const ends = /^\s*(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)\s*$/;

/** A text and what takes its place, as Aider, Cline and Roo Code write them. */
export interface SearchBlock {
  /** The lines between the last block and this one. */
  readonly before: readonly string[];
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** True for a text with blocks of the kind SEARCH/REPLACE. */
export function searchBlocksIn(text: string): boolean {
  return /^[ \t]{0,8}(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)>?[ \t]*\r?$/m.test(text);
}

/** The blocks of a text; `undefined` if one of them does not end. */
export function searchBlocksOf(text: string): SearchBlock[] | undefined {
  const blocks: SearchBlock[] = [];
  let parts: [before: string[], old: string[], now: string[]] = [[], [], []];
  let part = 0;
  const marks = [begins, divides, ends];
  for (const line of text.split("\n")) {
    if (!marks[part]?.test(line)) parts[part]?.push(line);
    else if (++part === marks.length) {
      const [before, old, now] = parts;
      blocks.push({ before, old: withoutNumbers(old), now });
      parts = [[], [], []];
      part = 0;
    }
  }
  return part === 0 ? blocks : undefined;
}

/** Lines such as `:start_line:10` before the text, and the dashes that follow them. */
function withoutNumbers(old: readonly string[]): readonly string[] {
  const first = old.findIndex((line) => !/^:(?:start|end)_line: ?\d+$/.test(line));
  return first <= 0 ? old : old.slice(first + Number(/^-{5,9}$/.test(old[first]!)));
}
