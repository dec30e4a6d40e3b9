import { realpath } from "node:fs/promises";
import path from "node:path";
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
