/** What is compared with what was typed: a name, then what counts less, such as a path. */
type TextsOf<T> = (item: T) => readonly string[];

/** At most `max` of those that contain what was typed, in whatever case, the best first. */
export function ranked<T>(
  items: Iterable<T>,
  typed: string,
  { max, textsOf }: { max: number; textsOf: TextsOf<T> },
): T[] {
  const wanted = typed.toLowerCase();
  const byRank: T[][] = [];
  for (const item of items) {
    const rank = rankIn(textsOf(item), wanted);
    if (rank === undefined) continue;
    const same = (byRank[rank] ??= []);
    if (same.length < max) same.push(item);
  }
  return byRank.flat().slice(0, max);
}

const ranksOfText = 4;

function rankIn(texts: readonly string[], wanted: string): number | undefined {
  for (const [index, text] of texts.entries()) {
    const rank = rankOf(text, wanted);
    if (rank !== undefined) return index * ranksOfText + rank;
  }
  return undefined;
}

/** 0 for the whole text, then its beginning, the beginning of a word in it, and any other place. */
function rankOf(text: string, wanted: string): number | undefined {
  const lower = text.toLowerCase();
  let at = lower.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return lower.length === wanted.length ? 0 : 1;
  for (; at !== -1; at = lower.indexOf(wanted, at + 1)) if (beginsWord(text, at)) return 2;
  return 3;
}

function beginsWord(text: string, at: number): boolean {
  const [before = "", first = ""] = [text[at - 1], text[at]];
  return !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(first));
}
