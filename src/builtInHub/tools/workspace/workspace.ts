import { stepOf, type WireStep } from "../step";
import { excludedBy, type IsExcluded } from "./excluded";
import type { LocalFolder } from "../../../contract/builtInHubApi";
import { foundIn, textFiles, textFilesNamed, type MaskedFile, type TextFile } from "./textFiles";
import { limits, namesBelow, type View, type Walk } from "./walk";

/** A line of a file. */
export interface Place {
  readonly name: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** In an answer, and so in the step that it is made from. */
export const maxPlacesShown = 100;

/** `workspace_connector`: searches the open folders, read-only. */
export class Workspace {
  readonly #folders: readonly LocalFolder[];
  readonly #steps: WireStep[][];
  readonly #signal: AbortSignal;
  readonly #exclude: readonly string[];
  #excluded: Promise<IsExcluded> | undefined;

  /** `exclude` are globs of files that are never read. */
  constructor(
    folders: readonly LocalFolder[],
    exclude: readonly string[],
    steps: WireStep[][],
    signal: AbortSignal,
  ) {
    this.#folders = folders;
    this.#exclude = exclude;
    this.#steps = steps;
    this.#signal = signal;
  }

  /** What is found in the text of each file, without its secrets; rejects when the question is cancelled. */
  async collect(
    query: string,
    read: (file: TextFile) => readonly Place[],
  ): Promise<{ readonly places: readonly Place[]; readonly walk: Walk }> {
    const walk: Walk = { files: 0, bytes: 0 };
    const places: Place[] = [];
    const { isExcluded } = await this.#view();
    const files = textFiles(this.#folders, walk, this.#signal, { isExcluded });
    for await (const { found } of foundIn(files, read)) places.push(...found);
    const summary = `${places.length} places found in ${walk.files} files.`;
    const shown = places
      .slice(0, maxPlacesShown)
      .map(({ name, line, text }) => `${name}:${line}: ${text}`);
    this.#steps.push([stepOf("workspace_connector", query, [summary, ...shown].join("\n"))]);
    return { places, walk };
  }

  /** The names of the files in a folder and below it, nearest first. */
  async names(below: string): Promise<{ readonly names: readonly string[]; readonly walk: Walk }> {
    const found = await namesBelow(await this.#view(), below);
    this.#steps.push([
      stepOf("workspace_connector", `list ${below}`.trim(), `${found.names.length} files.`),
    ]);
    return found;
  }

  /** The files that this name may refer to: relative to its folder, whose name may be omitted; without secrets. */
  async read(name: string): Promise<MaskedFile[]> {
    const files = await textFilesNamed(this.#folders, name, (await this.#view()).isExcluded);
    const [file, ...others] = files;
    const found = file ? `${file.text.split("\n").length} lines read.` : "It cannot be read.";
    const said = others.length > 0 ? `${files.length} files have this name.` : found;
    this.#steps.push([stepOf("workspace_connector", `read ${name}`, said)]);
    return files;
  }

  async #view(): Promise<View> {
    this.#excluded ??= excludedBy(this.#exclude, this.#folders);
    return { folders: this.#folders, isExcluded: await this.#excluded, signal: this.#signal };
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
