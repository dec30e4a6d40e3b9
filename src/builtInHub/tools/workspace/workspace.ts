import { stepOf, type WireStep } from "../step";
import { excludedBy, type IsExcluded } from "./excluded";
import type { Folder } from "./roots";
import { searchFolders, type Found } from "./search";
import type { Term } from "./terms";
import { textFilesNamed, type MaskedFile } from "./textFiles";
import { limits, type Walk } from "./walk";

/** `workspace_connector`: searches the open folders, read-only. */
export class Workspace {
  readonly #folders: readonly Folder[];
  readonly #steps: WireStep[][];
  readonly #signal: AbortSignal;
  readonly #exclude: readonly string[];
  #excluded: Promise<IsExcluded> | undefined;

  /** `exclude` are globs of files that are never read. */
  constructor(
    folders: readonly Folder[],
    exclude: readonly string[],
    steps: WireStep[][],
    signal: AbortSignal,
  ) {
    this.#folders = folders;
    this.#exclude = exclude;
    this.#steps = steps;
    this.#signal = signal;
  }

  /** The best matches for the terms, best first and without their secrets; rejects when the question is cancelled. */
  async search(terms: readonly Term[]): Promise<Found> {
    const isExcluded = await this.#excludedFiles();
    const found = await searchFolders(this.#folders, terms, this.#signal, { isExcluded });
    const { matches, walk } = found;
    const places = matches.map(({ name, line, excerpt, from }) => {
      return `${name}:${line}: ${(excerpt[line - from] ?? "").trim()}`;
    });
    const summary = `${matches.length} places kept of ${walk.files} files read.`;
    const query = terms.map(({ text }) => (text.includes(" ") ? `"${text}"` : text)).join(" ");
    this.#steps.push([stepOf("workspace_connector", query, [summary, ...places].join("\n"))]);
    return found;
  }

  /** The files that this name may refer to: relative to its folder, whose name may be omitted; without their secrets. */
  async read(name: string): Promise<MaskedFile[]> {
    const files = await textFilesNamed(this.#folders, name, await this.#excludedFiles());
    const [file, ...others] = files;
    const found = file ? `${file.text.split("\n").length} lines read.` : "It cannot be read.";
    const said = others.length > 0 ? `${files.length} files have this name.` : found;
    this.#steps.push([stepOf("workspace_connector", `read ${name}`, said)]);
    return files;
  }

  #excludedFiles(): Promise<IsExcluded> {
    this.#excluded ??= excludedBy(this.#exclude, this.#folders);
    return this.#excluded;
  }
}

/** Why a walk did not cover everything, in words; empty if it did. */
export function cutShort({ cutBy, files }: Walk): string {
  if (cutBy === undefined) return "";
  const reasons = {
    files: `the limit of ${limits.files} files`,
    bytes: `the limit of ${limits.totalBytes / 1024 / 1024} MB of text`,
    time: `the limit of ${limits.milliseconds / 1000} seconds`,
  };
  return `The search stopped at ${reasons[cutBy]} after ${files} files; what follows may be incomplete.`;
}
