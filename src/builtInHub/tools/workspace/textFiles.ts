import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { textOfBytes } from "../../../contract/text";
import { maskSecrets, type Masked, type MaskedSecret } from "../../../contract/secrets/maskSecrets";
import type { LocalFolder } from "../../../contract/builtInHubApi";
import { isPermitted, limits, type Readable, nameIn, rootsOf, type Root } from "./walk";

/** A file as it may be shown: its secrets are masked. */
export interface MaskedFile extends Masked {
  /** Relative to its root, with forward slashes; below the root's name if there are several. */
  readonly name: string;
}

/**
 * The file with that name, as a walk names it, else every file with that name within its folder.
 * Files that may not or cannot be read are omitted, and secrets are masked.
 */
export async function textFilesNamed(
  folders: readonly LocalFolder[],
  name: string,
  readable?: Readable,
): Promise<MaskedFile[]> {
  const roots = await rootsOf(folders);
  const named = roots.find(({ prefix }) => prefix !== "" && name.startsWith(prefix));
  const exact = named && (await textFileIn(named, name.slice(named.prefix.length), readable));
  if (exact) return [exact];
  const found = await Promise.all(roots.map((root) => textFileIn(root, name, readable)));
  return found.filter((file) => file !== undefined);
}

async function textFileIn(
  root: Root,
  name: string,
  readable: Readable | undefined,
): Promise<MaskedFile | undefined> {
  const full = path.resolve(root.at, name);
  const parts = path.relative(root.at, full).split(path.sep);
  if (path.isAbsolute(name) || parts[0] === "..") {
    return undefined;
  }
  if (!(await isPermitted(root, full, readable))) return undefined;
  const text = await readText(full, limits.fileBytes);
  return text === undefined ? undefined : { name: nameIn(root, full), ...maskSecrets(text) };
}

/** A regular file of text whose real path is this one; else `undefined`. */
export async function readText(full: string, maxBytes: number): Promise<string | undefined> {
  try {
    if ((await realpath(full)) !== full) return undefined;
    // Without O_NONBLOCK, a named pipe would wait for its writer.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(full, flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > maxBytes) return undefined;
      const bytes = await file.readFile();
      return bytes.length > maxBytes ? undefined : textOfBytes(bytes);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

const maxNamed = 10;

/** A line that tells which secrets do not appear, if there are any. */
export function maskedNote(secrets: readonly MaskedSecret[]): string[] {
  if (secrets.length === 0) return [];
  const named = secrets.slice(0, maxNamed).map(({ kind, from }) => `${kind} (line ${from})`);
  const more = secrets.length > maxNamed ? ` and ${secrets.length - maxNamed} more` : "";
  return [`[Masked: ${named.join(", ")}${more}. The values are not available.]`];
}
