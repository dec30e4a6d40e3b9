import { constants } from "node:fs";
import { open, opendir, realpath } from "node:fs/promises";
import path from "node:path";
import { rootsOf, type Folder, type Root } from "./roots";
import { isUnreadFile, isUnreadFolder } from "./ignoredFolders";

/** The limits of one search in a folder. */
export interface Limits {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
  readonly milliseconds: number;
  readonly depth: number;
}

export const limits: Limits = {
  files: 5000,
  fileBytes: 512 * 1024,
  totalBytes: 64 * 1024 * 1024,
  milliseconds: 3000,
  depth: 24,
};

export interface TextFile {
  /** Relative to its root, with forward slashes; below the root's name if there are several. */
  readonly name: string;
  readonly text: string;
}

/** What a walk covered, and the limit that ended it early. */
export interface Walk {
  files: number;
  bytes: number;
  cutBy?: "files" | "bytes" | "time";
}

/** Every readable text file below the folders, each once, nearest first. Links are never followed. */
export async function* textFiles(
  folders: readonly Folder[],
  walk: Walk,
  signal: AbortSignal,
  within: Limits = limits,
): AsyncGenerator<TextFile> {
  const roots = await rootsOf(folders);
  const inside = new Set(roots.map(({ at }) => at));
  const deadline = performance.now() + within.milliseconds;
  const waiting = roots.map((root) => ({ root, at: root.at, depth: 0 }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { root, at, depth } = next;
    const { folders: below, files } = await listing(at);
    if (depth < within.depth) {
      waiting.push(
        ...below
          .map((name) => ({ root, at: path.join(at, name), depth: depth + 1 }))
          .filter((folder) => !inside.has(folder.at)),
      );
    }
    for (const name of files) {
      signal.throwIfAborted();
      if (walk.files >= within.files) walk.cutBy = "files";
      else if (walk.bytes >= within.totalBytes) walk.cutBy = "bytes";
      else if (performance.now() > deadline) walk.cutBy = "time";
      if (walk.cutBy) return;
      const full = path.join(at, name);
      const text = await readText(full, within.fileBytes);
      if (text === undefined) continue;
      walk.files += 1;
      walk.bytes += text.length;
      yield { name: nameIn(root, full), text };
    }
  }
}

/**
 * The file with that name, as a walk names it, else every file with that name within its folder.
 * Files that may not or cannot be read are omitted.
 */
export async function textFilesNamed(
  folders: readonly Folder[],
  name: string,
): Promise<TextFile[]> {
  const roots = await rootsOf(folders);
  const named = roots.find(({ prefix }) => prefix !== "" && name.startsWith(prefix));
  const exact = named && (await textFileIn(named, name.slice(named.prefix.length)));
  if (exact) return [exact];
  const found = await Promise.all(roots.map((root) => textFileIn(root, name)));
  return found.filter((file) => file !== undefined);
}

async function textFileIn(root: Root, name: string): Promise<TextFile | undefined> {
  const full = path.resolve(root.at, name);
  const parts = path.relative(root.at, full).split(path.sep);
  if (path.isAbsolute(name) || parts[0] === ".." || parts.slice(0, -1).some(isUnreadFolder)) {
    return undefined;
  }
  if (isUnreadFile(path.basename(full))) return undefined;
  const text = await readText(full, limits.fileBytes);
  return text === undefined ? undefined : { name: nameIn(root, full), text };
}

async function listing(at: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  try {
    if ((await realpath(at)) !== at) return { folders, files };
    for await (const entry of await opendir(at)) {
      if (entry.isDirectory() && !isUnreadFolder(entry.name)) folders.push(entry.name);
      if (entry.isFile() && !isUnreadFile(entry.name)) files.push(entry.name);
    }
  } catch {
    return { folders, files };
  }
  return { folders: folders.toSorted(), files: files.toSorted() };
}

/** A regular file of UTF-8 text whose real path is this one; else `undefined`. */
async function readText(full: string, maxBytes: number): Promise<string | undefined> {
  try {
    if ((await realpath(full)) !== full) return undefined;
    const file = await open(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > maxBytes) return undefined;
      const bytes = await file.readFile();
      if (bytes.length > maxBytes || bytes.includes(0)) return undefined;
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

function nameIn({ at, prefix }: Root, full: string): string {
  return prefix + path.relative(at, full).split(path.sep).join("/");
}
