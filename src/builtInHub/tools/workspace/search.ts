import { maskSecrets, type MaskedSecret } from "../../../contract/maskSecrets";
import { matchesIn, type Match } from "./ranking";
import type { LocalFolder } from "../../../contract/builtInHubApi";
import type { Term } from "./terms";
import { textFiles } from "./textFiles";
import type { Walk, WalkOptions } from "./walk";

export interface Found {
  /** The best first. */
  readonly matches: readonly Match[];
  readonly walk: Walk;
  /** What was masked in the files with matches, by their names. */
  readonly secrets: ReadonlyMap<string, readonly MaskedSecret[]>;
}

const maxKept = 40;

/** The best matches for the terms in the folders' files, without their secrets; rejects when the signal is aborted. */
export async function searchFolders(
  folders: readonly LocalFolder[],
  terms: readonly Term[],
  signal: AbortSignal,
  options: WalkOptions = {},
): Promise<Found> {
  const walk: Walk = { files: 0, bytes: 0 };
  const secrets = new Map<string, readonly MaskedSecret[]>();
  let matches: Match[] = [];
  for await (const file of textFiles(folders, walk, signal, options)) {
    if (matchesIn(file, terms).length === 0) continue;
    const masked = maskSecrets(file.text);
    if (masked.secrets.length > 0) secrets.set(file.name, masked.secrets);
    matches.push(...matchesIn({ ...file, text: masked.text }, terms));
    if (matches.length > maxKept * 10) matches = best(matches);
  }
  return { matches: best(matches), walk, secrets };
}

function best(matches: readonly Match[]): Match[] {
  return matches
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name) || a.line - b.line)
    .slice(0, maxKept);
}
