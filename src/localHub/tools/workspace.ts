import { limits, textFile, textFiles, type TextFile, type Walk } from "./folder";
import { matchesIn, type Match } from "./ranking";
import { stepOf, type WireStep } from "./step";
import type { Term } from "./terms";

export interface Found {
  readonly matches: readonly Match[];
  readonly walk: Walk;
}

const maxKept = 40;

/** `workspace_connector`: looks into one folder, read-only. */
export class Workspace {
  readonly #folder: string;
  readonly #steps: WireStep[][];
  readonly #signal: AbortSignal;

  constructor(folder: string, steps: WireStep[][], signal: AbortSignal) {
    this.#folder = folder;
    this.#steps = steps;
    this.#signal = signal;
  }

  /** The best places for the terms, best first; rejects when the question is cancelled. */
  async search(terms: readonly Term[]): Promise<Found> {
    const walk: Walk = { files: 0, bytes: 0 };
    let matches: Match[] = [];
    for await (const file of textFiles(this.#folder, walk, this.#signal)) {
      matches.push(...matchesIn(file, terms));
      if (matches.length > maxKept * 10) matches = best(matches);
    }
    matches = best(matches);
    const places = matches.map(({ name, line, excerpt, from }) => {
      return `${name}:${line}: ${(excerpt[line - from] ?? "").trim()}`;
    });
    const summary = `${matches.length} places kept of ${walk.files} files read.`;
    const query = terms.map(({ text }) => (text.includes(" ") ? `"${text}"` : text)).join(" ");
    this.#steps.push([stepOf("workspace_connector", query, [summary, ...places].join("\n"))]);
    return { matches, walk };
  }

  /** One file by its name relative to the folder. */
  async read(name: string): Promise<TextFile | undefined> {
    const file = await textFile(this.#folder, name);
    const found = file ? `${file.text.split("\n").length} lines read.` : "It cannot be read.";
    this.#steps.push([stepOf("workspace_connector", `read ${name}`, found)]);
    return file;
  }
}

/** Why a walk did not see everything, in words; empty where it did. */
export function cutShort({ cutBy, files }: Walk): string {
  if (cutBy === undefined) return "";
  const reasons = {
    files: `the limit of ${limits.files} files`,
    bytes: `the limit of ${limits.totalBytes / 1024 / 1024} MB of text`,
    time: `the limit of ${limits.milliseconds / 1000} seconds`,
  };
  return `The search stopped at ${reasons[cutBy]} after ${files} files; what follows may be incomplete.`;
}

function best(matches: readonly Match[]): Match[] {
  return matches
    .toSorted((a, b) => b.score - a.score || a.name.localeCompare(b.name) || a.line - b.line)
    .slice(0, maxKept);
}
