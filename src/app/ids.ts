/** Ids that a text holds: alone, in lists, in ranges (`3-9`, `3..9`), or pasted with other words. */
export interface ParsedIds {
  /** In order of appearance, each once. */
  ids: number[];
  /** True where there were more than `max`; the rest is left out. */
  cut: boolean;
}

const standing = /(?<![\p{L}\d_.,-])(\d+)(?:\s*(?:-|–|\.\.)\s*(\d+))?(?![\p{L}\d_]|[.,]\d)/gu;

export function parseIds(text: string, max = 1000): ParsedIds {
  const ids = new Set<number>();
  for (const [, first, last] of text.matchAll(standing)) {
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) continue;
    for (let id = Math.min(from, to); id <= Math.max(from, to); id++) {
      if (ids.size === max && !ids.has(id)) return { ids: [...ids], cut: true };
      ids.add(id);
    }
  }
  return { ids: [...ids], cut: false };
}
