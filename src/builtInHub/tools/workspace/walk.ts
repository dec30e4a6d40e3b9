import { opendir, realpath } from "node:fs/promises";
import path from "node:path";
import { TookTooLong, withOwnTimeLimit } from "../timeLimit";
import { type IsExcluded, isUnreadFile, isUnreadFolder } from "./excluded";
import type { GitProgram } from "../../../files/gitProgram";
import { ignoredIn, type Ignored } from "../../../files/ignored";
import { isNameShown } from "../../../kit/quotedName";
import type { LocalFolder } from "../../../contract/builtInHubApi";

/** The real path of a folder, and the prefix of its file names. */
export interface Root {
  readonly at: string;
  /** As it was opened, which may be a link to the real path. */
  readonly opened: string;
  /** Such as `shop/`; empty if there is only one folder. */
  readonly prefix: string;
}

/** The folders that exist, each once, under unique names. */
export async function rootsOf(folders: readonly LocalFolder[]): Promise<Root[]> {
  const there = await Promise.all(
    folders.map(async (folder) => ({ folder, at: await realpath(folder.path).catch(() => "") })),
  );
  const kept = new Map<string, LocalFolder>();
  for (const { folder, at } of there) if (at !== "" && !kept.has(at)) kept.set(at, folder);
  const taken = new Set<string>();
  return [...kept].map(([at, { name, path: opened }]) => {
    const prefix = folders.length < 2 ? "" : `${unused(name, taken)}/`;
    return { at, opened, prefix };
  });
}

/** One path segment, as it can be written in a question. */
function unused(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[\s/\\:"'`()]+/g, "-") || "folder";
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? plain : `${plain}-${number}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}

/** How a file below a root is named to the user. */
export function nameIn({ at, prefix }: Root, full: string): string {
  return prefix + path.relative(at, full).split(path.sep).join("/");
}

/** The limits of one search in a folder. */
export interface Limits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly milliseconds: number;
  readonly depth: number;
  /** For the ignore rules of one folder: a repository's patterns may take exponential time. */
  readonly ruleMilliseconds: number;
}

export const limits: Limits = {
  files: 5000,
  fileBytes: 512 * 1024,
  totalBytes: 20 * 1024 * 1024,
  milliseconds: 10_000,
  depth: 24,
  ruleMilliseconds: 500,
};

const maxEntries = 20_000;

/** What a walk covered, and the limit that ended it early. */
export interface Walk {
  files: number;
  bytes: number;
  cutBy?: "files" | "bytes" | "time";
}

/** What decides whether a file may be read. */
export interface Readable {
  readonly isExcluded?: IsExcluded | undefined;
  /** The Git that is asked; by default, the one of `PATH`. */
  readonly git?: GitProgram | undefined;
}

export interface WalkOptions extends Readable {
  readonly within?: Limits;
  /** Only this folder or file, as a walk names it; empty for all. */
  readonly below?: string;
}

/** A file that may be read, by its real path and the name that is shown. */
export interface NamedFile {
  readonly full: string;
  /** Relative to its root, with forward slashes; below the root's name if there are several. */
  readonly name: string;
}

interface WalkedFolder {
  readonly root: Root;
  readonly at: string;
  readonly depth: number;
  /** As the folder above knows it. */
  readonly ignored: Ignored;
}

/**
 * Every file below the folders that may be read, each once, nearest first. Links are never followed;
 * what `.gitignore` files ignore is left out.
 */
export async function* filesBelow(
  folders: readonly LocalFolder[],
  walk: Walk,
  signal: AbortSignal,
  { within = limits, isExcluded, git, below = "" }: WalkOptions = {},
): AsyncGenerator<NamedFile> {
  const roots = await rootsOf(folders);
  const inside = new Set(roots.map(({ at }) => at));
  const deadline = performance.now() + within.milliseconds;
  const waiting = await Promise.all(
    roots.map(async (root): Promise<WalkedFolder> => ({
      root,
      at: root.at,
      depth: 0,
      ignored: await ignoredIn(root.at, { git }),
    })),
  );
  for (let next = 0; next < waiting.length; next++) {
    signal.throwIfAborted();
    if (isLate(walk, deadline)) return;
    const { root, at, depth, ignored: above } = waiting[next] as WalkedFolder;
    const ignored = await above.within(at);
    const entries = await listing(at);
    const kept = permitted(entries, { root, at, ignored, isExcluded, below, within });
    if (depth < within.depth) {
      waiting.push(
        ...kept.folders
          .map((full) => ({ root, at: full, depth: depth + 1, ignored }))
          .filter((folder) => !inside.has(folder.at)),
      );
    }
    for (const full of kept.files) {
      signal.throwIfAborted();
      if (isLate(walk, deadline)) return;
      yield { full, name: nameIn(root, full) };
    }
  }
}

/** The names of the files in a folder and below it, nearest first. */
export async function namesBelow({ folders, isExcluded, git, signal }: View, below: string) {
  const walk: Walk = { files: 0, bytes: 0 };
  const names: string[] = [];
  for await (const { name } of filesBelow(folders, walk, signal, { isExcluded, git, below })) {
    if (names.length >= limits.files) {
      walk.cutBy = "files";
      break;
    }
    names.push(name);
    walk.files += 1;
  }
  return { names, walk };
}

/** As a walk names files: `./src/` is `src`. */
export function tidied(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "")
    .replace(/^\.$/, "");
}

/** What a text consists of that names a file as it is; anything else may be a name as it was shown. */
const nameAsItIs = /^[\w./@+~#$%=,()[\]-]*$/;

interface Shown {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The files and folders that were shown to a model by this name, such as one in quotation marks. */
export async function shownAs(view: View, written: string): Promise<readonly Shown[]> {
  if (nameAsItIs.test(written)) return [];
  const folder = written.replace(/\/+(?="?$)/, "");
  const { names } = await namesBelow(view, "");
  const found = new Map<string, Shown>();
  for (const name of names) {
    if (isNameShown(written, name)) found.set(name, { name, isFolder: false });
    for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1)) {
      const parent = name.slice(0, end);
      if (found.has(parent)) break;
      if (isNameShown(folder, parent)) found.set(parent, { name: parent, isFolder: true });
    }
  }
  return [...found.values()];
}

/** The folder or file that a model means by what it writes; what it means nothing by stays as it is. */
export async function placeMeant(view: View, written: string): Promise<string> {
  const [shown] = await shownAs(view, written);
  return shown?.name ?? tidied(written);
}

/** Whether a walk may come to a file; every folder above the file is asked about as well. */
export async function isPermitted(
  root: Root,
  full: string,
  { isExcluded, git }: Readable = {},
): Promise<boolean> {
  let ignored = await ignoredIn(root.at, { git, only: [full] });
  const parts = path.relative(root.at, full).split(path.sep);
  for (let at = root.at; parts.length > 0;) {
    const name = parts.shift() ?? "";
    ignored = await ignored.within(at);
    const isFile = parts.length === 0;
    const entries = { folders: isFile ? [] : [name], files: isFile ? [name] : [] };
    const seen = { root, at, ignored, isExcluded, below: "", within: limits };
    const { folders, files } = permitted(entries, seen);
    if (folders.length + files.length === 0) return false;
    at = path.join(at, name);
  }
  return true;
}

interface Entries {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

interface Seen extends Omit<WalkedFolder, "depth"> {
  readonly isExcluded: IsExcluded | undefined;
  readonly below: string;
  readonly within: Limits;
}

/** The entries of a folder that may be read, by their full paths. */
function permitted(
  { folders, files }: Entries,
  { root, at, ignored, isExcluded, below, within }: Seen,
): Entries {
  const full = (name: string) => path.join(at, name);
  const leads = (to: string) => {
    const name = nameIn(root, to);
    return below === "" || name === below || name.startsWith(`${below}/`);
  };
  const excluded = (to: string) =>
    isExcluded?.(to) || isExcluded?.(path.join(root.opened, path.relative(root.at, to)));
  try {
    return withOwnTimeLimit(within.ruleMilliseconds, () => ({
      folders: folders
        .filter((name) => !isUnreadFolder(name))
        .map(full)
        .filter((to) => leads(to) || `${below}/`.startsWith(`${nameIn(root, to)}/`))
        .filter((to) => !ignored.ignores(to, true)),
      files: files
        .filter((name) => !isUnreadFile(name))
        .map(full)
        .filter((to) => leads(to) && !ignored.ignores(to, false) && !excluded(to)),
    }));
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return { folders: [], files: [] };
  }
}

function isLate(walk: Walk, deadline: number): boolean {
  if (performance.now() > deadline) walk.cutBy = "time";
  return walk.cutBy !== undefined;
}

async function listing(at: string): Promise<Entries> {
  const folders: string[] = [];
  const files: string[] = [];
  try {
    if ((await realpath(at)) !== at) return { folders, files };
    for await (const entry of await opendir(at)) {
      if (entry.isDirectory()) folders.push(entry.name);
      if (entry.isFile()) files.push(entry.name);
      if (folders.length + files.length >= maxEntries) break;
    }
  } catch {
    return { folders, files };
  }
  return { folders: folders.toSorted(), files: files.toSorted() };
}

/** What one call of the workspace tool may see. */
export interface View extends Readable {
  readonly folders: readonly LocalFolder[];
  readonly signal: AbortSignal;
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
