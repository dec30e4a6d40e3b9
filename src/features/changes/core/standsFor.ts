/** Lines in the file, `end` exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a code block stands for the whole file or for the selection in it, told by the lines
 * around the selection; `undefined` if it has some of them and lacks others.
 */
export function standsFor(
  block: readonly string[],
  file: readonly string[],
  { start, end }: LineRange,
): "file" | "selection" | undefined {
  const around = [...file.slice(0, start), ...file.slice(end)].filter(isTelling);
  if (around.length === 0) return "selection";
  const left = new Map<string, number>();
  const count = (line: string, by: number) =>
    left.set(line.trim(), (left.get(line.trim()) ?? 0) + by);
  for (const line of block) count(line, 1);
  for (const line of file.slice(start, end)) count(line, -1);
  let found = 0;
  for (const line of around) {
    if ((left.get(line.trim()) ?? 0) <= 0) continue;
    count(line, -1);
    found++;
  }
  const share = found / around.length;
  if (share >= 0.5) return "file";
  return share <= 0.2 ? "selection" : undefined;
}

/** Brackets alone are in every text. */
function isTelling(line: string): boolean {
  return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(line);
}
