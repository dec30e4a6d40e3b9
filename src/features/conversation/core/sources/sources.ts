import type { AgentAnswer, Step } from "../../../../contract/types";
import { toolSteps } from "../reasoning";
import { namedReads } from "./namedReads";
import { isOwnStep, ownReads } from "./ownReads";
import { calledSteps, type LineRange, type Read } from "./read";

/** A file that the steps of an answer have read. */
export interface FileSource {
  readonly kind: "file";
  readonly path: string;
  /** Those that were read, in order and apart from each other; empty if all were, or if that is unknown. */
  readonly lines: readonly LineRange[];
  /** How many lines it has, if a step says so. */
  readonly count?: number;
}

/** A web page that was found, or a document that was read. */
export interface AddressSource {
  readonly kind: "page" | "document";
  readonly url: string;
  readonly title?: string;
}

export type Source = FileSource | AddressSource;

const computed = new WeakMap<AgentAnswer["intermediate_steps"], readonly Source[]>();

/** What the steps of an answer have read, in their order, each once: nothing is looked up. */
export function sourcesOf({ intermediate_steps: steps }: AgentAnswer): readonly Source[] {
  const sources = computed.get(steps) ?? joinedSources(readsOf(steps));
  computed.set(steps, sources);
  return sources;
}

/** Of one answer, such as lines that its searches have found. */
const maxReadsOfAnswer = 20_000;

function readsOf(steps: readonly (readonly Step[])[]): Read[] {
  const reads: Read[] = [];
  for (const step of toolSteps(steps).flatMap((group) => calledSteps(group))) {
    reads.push(...(isOwnStep(step) ? ownReads(step) : namedReads(step)));
    if (reads.length > maxReadsOfAnswer) break;
  }
  return reads;
}

function joinedSources(reads: readonly Read[]): readonly Source[] {
  const byPlace = Map.groupBy(reads, (read) =>
    read.kind === "file" ? `file ${plainPath(read.path)}` : `address ${plainAddress(read.url)}`,
  );
  return [...byPlace.values()].flatMap((same): Source[] => {
    const [first] = same;
    if (!first) return [];
    if (first.kind !== "file") {
      // What was read counts more than that it was found.
      const read = same.find(({ kind }) => kind === "document") ?? first;
      return [read.kind === "file" ? first : { ...first, kind: read.kind }];
    }
    const files = same.filter((one) => one.kind === "file");
    const count = files.findLast((one) => one.count !== undefined)?.count;
    const ranges = files.map(({ lines }) => lines);
    const lines = ranges.every((one) => one !== undefined) ? joinedRanges(ranges) : [];
    const path = plainPath(first.path);
    return [{ kind: "file", path, lines, ...(count !== undefined && { count }) }];
  });
}

function joinedRanges(ranges: readonly LineRange[]): LineRange[] {
  const apart: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = apart.at(-1);
    if (!before || range.first > before.last + 1) apart.push(range);
    else apart[apart.length - 1] = { ...before, last: Math.max(before.last, range.last) };
  }
  return apart;
}

/** With slashes, without `./`. */
export function plainPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

/** What is the same wherever an address is written. */
export function plainAddress(url: string): string {
  const { host = "", pathname = "", search = "" } = URL.parse(url) ?? {};
  return host === "" ? url : `${host}${pathname.replace(/\/$/, "")}${search}`;
}
