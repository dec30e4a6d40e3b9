/** Ids found in a text: alone, in lists, in ranges (`3-9`, `3..9`, `3 to 9`), or among other words. */
interface ParsedIds {
  /** In order of appearance, each once. */
  ids: number[];
  /** True if there were more than `max`; the rest will be ignored. */
  cut: boolean;
}

/** The separator of a range, within one line. */
const dash = String.raw`[^\S\r\n]*(?:[-‐‑‒–—−~〜～]|\.{2,3}|…)[^\S\r\n]*`;
/** Characters that make digits part of another number or a name; all others are separators. */
const more = String.raw`[\p{L}\p{N}_.-]`;
const end = String.raw`(?![\p{L}\p{N}_-]|\.\d)`;
const standing = new RegExp(`${more}+(?:${dash}\\d+${end})*`, "gu");
const oneOrRange = new RegExp(`^(\\d+)(?:${dash}(\\d+))?$`, "u");

export function parseIds(text: string, max = 1000): ParsedIds {
  const ids = new Set<number>();
  const plain = text.replace(/[０-９]/g, (digit) => digit.normalize("NFKC"));
  for (const [word] of plain.replace(/(\d) +to +(?=\d)/g, "$1-").matchAll(standing)) {
    const [, first, last = first] = oneOrRange.exec(word.replace(/[.-]+$/, "")) ?? [];
    const from = Number(first);
    const to = Number(last);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) continue;
    for (let id = Math.min(from, to); id <= Math.max(from, to); id++) {
      if (ids.size === max && !ids.has(id)) return { ids: [...ids], cut: true };
      ids.add(id);
    }
  }
  return { ids: [...ids], cut: false };
}
