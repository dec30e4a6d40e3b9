import { matchesIn, type Match } from "./ranking";
import type { Folder } from "./roots";
import type { Term } from "./terms";
import { textFiles, type TextFile } from "./textFiles";
import type { Walk, WalkOptions } from "./walk";

export interface Found {
  /** The best first. */
  readonly matches: readonly Match[];
  readonly walk: Walk;
}

export interface SearchOptions extends WalkOptions {
  /** What may be seen of a file, such as its text without secrets; nothing else is found. */
  readonly visible?: (file: TextFile) => TextFile;
}

const maxKept = 40;

/** The best matches for the terms in the folders' files; rejects when the signal is aborted. */
export async function searchFolders(
  folders: readonly Folder[],
  terms: readonly Term[],
  signal: AbortSignal,
  { visible, ...options }: SearchOptions = {},
): Promise<Found> {
  const walk: Walk = { files: 0, bytes: 0 };
  let matches: Match[] = [];
  for await (const file of textFiles(folders, walk, signal, options)) {
    const found = matchesIn(file, terms);
    matches.push(...(visible && found.length > 0 ? matchesIn(visible(file), terms) : found));
    if (matches.length > maxKept * 10) matches = best(matches);
  }
  return { matches: best(matches), walk };
}

function best(matches: readonly Match[]): Match[] {
  return matches
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name) || a.line - b.line)
    .slice(0, maxKept);
}
