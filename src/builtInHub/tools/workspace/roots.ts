import { realpath } from "node:fs/promises";

/** A folder that may be searched. */
export interface Folder {
  readonly name: string;
  readonly path: string;
}

/** The real path of a folder, and the prefix of its file names. */
export interface Root {
  readonly at: string;
  /** Such as `shop/`; empty if there is only one folder. */
  readonly prefix: string;
}

/** The folders that exist, each once, under unique names. */
export async function rootsOf(folders: readonly Folder[]): Promise<Root[]> {
  const there = await Promise.all(
    folders.map(async ({ name, path }) => ({ name, at: await realpath(path).catch(() => "") })),
  );
  const kept = new Map<string, string>();
  for (const { name, at } of there) if (at !== "" && !kept.has(at)) kept.set(at, name);
  if (folders.length < 2) return [...kept.keys()].map((at) => ({ at, prefix: "" }));
  const taken = new Set<string>();
  return [...kept].map(([at, name]) => ({ at, prefix: `${unused(name, taken)}/` }));
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
