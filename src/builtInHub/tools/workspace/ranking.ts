import type { TextFile } from "./textFiles";
import type { Term } from "./terms";

/** A place in a file, with the lines around it. */
export interface Match {
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  readonly score: number;
  readonly excerpt: readonly string[];
  /** Number of the first line of the excerpt. */
  readonly from: number;
}

const contextLines = 2;
const perFile = 3;
const maxLineLength = 200;
const definition =
  /^\s*(?:export\s+)?(?:default\s+)?(?:pub(?:lic)?\s+|private\s+|protected\s+|static\s+|async\s+|abstract\s+)*(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait|impl|module|namespace|record|object|#{1,6})\s/;

const isTest = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i;

/** The best matches for the terms in one file, best first. */
export function matchesIn(file: TextFile, terms: readonly Term[]): Match[] {
  const present = terms.filter(({ pattern }) => pattern.test(file.text));
  const inName = terms.filter(({ pattern }) => pattern.test(file.name));
  if (present.length === 0 && inName.length === 0) return [];
  const lines = file.text.split(/\r?\n/);
  const base = (sum(present) / 2 + sum(inName) * 1.5) * (isTest.test(file.name) ? 0.5 : 1);
  const scored = lines
    .map((text, index) => ({ index, score: scoreOf(text, present) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  if (scored.length === 0) scored.push({ index: 0, score: 0 });
  const chosen: typeof scored = [];
  for (const place of scored) {
    if (chosen.length === perFile) break;
    if (chosen.every(({ index }) => Math.abs(index - place.index) > contextLines * 2))
      chosen.push(place);
  }
  return chosen.map(({ index, score }) => matchAt(file.name, lines, index, score + base));
}

function matchAt(name: string, lines: readonly string[], index: number, score: number): Match {
  const first = Math.max(0, index - contextLines);
  const excerpt = lines
    .slice(first, index + contextLines + 1)
    .map((text) => text.slice(0, maxLineLength).toWellFormed());
  return { name, line: index + 1, score, excerpt, from: first + 1 };
}

function scoreOf(line: string, terms: readonly Term[]): number {
  let score = 0;
  for (const { text, weight, pattern } of terms) {
    const found = pattern.exec(line);
    if (!found) continue;
    const end = found.index + found[0].length;
    const isWhole = !isWordPart(line[found.index - 1]) && !isWordPart(line[end]);
    score += weight * (1 + (isWhole ? 1 : 0) + (line.includes(text) ? 0.5 : 0));
  }
  return score > 0 && definition.test(line) ? score * 1.5 : score;
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}

function sum(terms: readonly Term[]): number {
  return terms.reduce((total, { weight }) => total + weight, 0);
}
