const lineNumber = String.raw`(\d{1,7})`;
const range = String.raw`${lineNumber}(?:\s*(?:[-–—~〜至到]|to|bis|à|a|and)\s*${lineNumber})?`;
const alphabetic = new RegExp(
  String.raw`^(?:,\s?|\s?[(（]|\s)(?:at |on |in |auf |in |à la |en la )?(?:lines?|Zeilen?|lignes?|l[ií]neas?)\s${range}(?!\w|\.\d)`,
  "i",
);
const cjk = new RegExp(String.raw`^\s?(?:[(（]|的)?\s?(?:第\s?)?${range}\s?行`);

/** The lines that a text names in words right after a file, such as ` (line 12)` or ` 的第 12 行`. */
export function linesAfter(text: string): { first: number; last: number } | undefined {
  const start = text.slice(0, 60);
  const [, first, last = first] = alphabetic.exec(start) ?? cjk.exec(start) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last) };
}
