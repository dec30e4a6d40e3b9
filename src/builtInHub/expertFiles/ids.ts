import { createHash } from "node:crypto";

/** Ids of experts and skills from files: far above those of the hub's own, and within 32 bits. */
const idRanges = {
  expert: { first: 1_000_000_000, count: 500_000_000 },
  skill: { first: 1_500_000_000, count: 500_000_000 },
} as const;

/** True for the ids that experts from files have. */
export function isFileExpertId(id: number): boolean {
  const { first, count } = idRanges.expert;
  return id >= first && id < first + count;
}

/**
 * The id of a path below a folder: the same whenever and wherever it is computed. `taken` settles
 * the very unlikely case that two paths have the same one: the later path gets the next free id.
 */
export function expertIdOf(
  kind: keyof typeof idRanges,
  folder: string,
  name: string,
  taken: ReadonlySet<number>,
): number {
  const { first, count } = idRanges[kind];
  const digest = createHash("sha256").update(`${folder}\0${name}`).digest();
  for (let offset = digest.readUIntBE(0, 6) % count; ; offset = (offset + 1) % count) {
    if (!taken.has(first + offset)) return first + offset;
  }
}
