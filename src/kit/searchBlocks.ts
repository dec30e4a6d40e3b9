const begins = /^\s*(<{3,}|-{3,}) ?(?:SEARCH|ORIGINAL)>?\s*$/i;
const ends = /^\s*(?:>{3,} ?(?:REPLACE|UPDATED)|\+{3,} ?REPLACE|>{7})\s*$/i;
const divides = /^\s*(={3,})\s*$/;

/** A text and what takes its place. */
export interface Replacement {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** A text and what takes its place, as Aider, Cline and Roo Code write them. */
export interface SearchBlock {
  /** The lines between the last block and this one. */
  readonly before: readonly string[];
  /** How it may be divided; none where it has no end or nothing divides it. */
  readonly divisions: readonly Replacement[];
  /** Whether nothing says which of several divisions is meant. */
  readonly isUncertain: boolean;
  /** The line where its text begins, from 1, if it says so. */
  readonly line?: number | undefined;
}

/** True for a text with blocks of the kind SEARCH/REPLACE. */
export function searchBlocksIn(text: string): boolean {
  return /^[ \t]{0,8}(?:<{3,}|-{3,}) ?(?:SEARCH|ORIGINAL)>?[ \t]*\r?$/im.test(text);
}

export function searchBlocksOf(text: string): SearchBlock[] {
  const blocks: SearchBlock[] = [];
  let before: string[] = [];
  let open: { mark: string; lines: string[] } | undefined;
  const close = (lines: readonly string[]) => {
    blocks.push({ before, ...blockOf(lines, open!.mark.length) });
    [before, open] = [[], undefined];
  };
  for (const line of text.split("\n")) {
    const [, mark] = begins.exec(line) ?? [];
    if (mark !== undefined) {
      if (open) close([]);
      open = { mark, lines: [] };
    } else if (open && ends.test(line)) close(open.lines);
    else (open?.lines ?? before).push(line);
  }
  if (open) close([]);
  return blocks;
}

function blockOf(lines: readonly string[], length: number): Omit<SearchBlock, "before"> {
  const { line, text } = withoutNumbers(lines);
  const marks = text.flatMap((one, at) => {
    const [, mark = ""] = divides.exec(one) ?? [];
    return mark === "" ? [] : [{ at, isAlike: mark.length === length }];
  });
  const alike = marks.some(({ isAlike }) => isAlike)
    ? marks.filter(({ isAlike }) => isAlike)
    : marks;
  const all = alike.slice(0, maxDivisions).map(({ at }) => ({
    old: text.slice(0, at).map(unescaped),
    now: text.slice(at + 1).map(unescaped),
  }));
  const whole = all.filter(({ old, now }) => !hasOpenConflict(old) && !hasOpenConflict(now));
  const scored = (whole.length > 0 ? whole : all).map((one) => ({ one, score: likeness(one) }));
  const best = Math.max(...scored.map(({ score }) => score));
  const likely = scored.flatMap(({ one, score }) => (score === best ? [one] : []));
  // A text that replaces nothing may have such lines as well.
  const creation = likely.find(({ old }) => old.every(isBlank));
  const divisions = creation ? [creation] : likely;
  return { divisions, isUncertain: divisions.length > 1, line };
}

/** How much both texts have in common that a wrong division would take apart. */
function likeness({ old, now }: Replacement): number {
  const [from, to] = [old, now].map((lines) => lines.filter((line) => !isBlank(line)));
  const dividers = [from!, to!].map((lines) => lines.filter((line) => divides.test(line)).length);
  return (
    Number(from![0] === to![0]) +
    Number(from!.at(-1) === to!.at(-1)) +
    Number(dividers[0] === dividers[1])
  );
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** In a text with more lines of `=`, nothing could be told apart. */
const maxDivisions = 50;

/** Whether it has one mark of a conflict without the other. */
function hasOpenConflict(lines: readonly string[]): boolean {
  const count = (mark: RegExp) => lines.filter((line) => mark.test(line)).length;
  return count(/^<{7}(?: |$)/) !== count(/^>{7}(?: |$)/);
}

/** Roo Code writes lines of a file that look like marks behind a backslash. */
function unescaped(line: string): string {
  return line.replace(/^\\(?=<{7}|={7}|>{7}|-{7}|:(?:start|end)_line:)/, "");
}

/** Lines such as `:start_line:10` before the text, and the dashes that follow them. */
function withoutNumbers(lines: readonly string[]): {
  line?: number | undefined;
  text: readonly string[];
} {
  const first = lines.findIndex((line) => !/^:(?:start|end)_line: ?\d+$/.test(line));
  if (first <= 0) return { text: lines };
  const [, start] = /^:start_line: ?(\d+)$/.exec(lines[0]!) ?? [];
  const text = lines.slice(first + Number(/^-{5,}$/.test(lines[first]!)));
  return { line: start === undefined ? undefined : Number(start), text };
}
