import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import path from "node:path";

/** Whose files count as the organisation's, and how far up their folders are looked at. */
export interface Administrator {
  /** The user id; 0 is root. */
  readonly id: number;
  /** The folders above this one are not looked at. */
  readonly below?: string;
}

const maxLinks = 8;
const othersMayWrite = 0o022;

/**
 * Where others than the administrator could put another file in place of this one: the file, one of
 * its folders, or a link that leads to it. `undefined` if nowhere. Throws the system's error.
 */
export function writablePlace(
  file: string,
  administrator: Administrator = { id: 0 },
  links = maxLinks,
): string | undefined {
  const { id, below = path.parse(file).root } = administrator;
  for (const place of foldersAndFile(file)) {
    if (below.startsWith(place) && place !== below) continue;
    const { uid, mode, ...stats } = lstatOf(place);
    if (uid !== id) return place;
    if (stats.isLink) {
      if (links === 0) throw new Error("too many links");
      const target = path.resolve(path.dirname(place), readlinkSync(place));
      return writablePlace(target + file.slice(place.length), administrator, links - 1);
    }
    if ((mode & othersMayWrite) !== 0 || accessListAllows(place, id)) return place;
  }
  return undefined;
}

/** From the root down. */
function foldersAndFile(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [file] : [...foldersAndFile(folder), file];
}

function lstatOf(place: string): { uid: number; mode: number; isLink: boolean } {
  const stats = lstatSync(place);
  return { uid: stats.uid, mode: stats.mode, isLink: stats.isSymbolicLink() };
}

/** The mode says nothing about access lists, but the system does, for the user of this process. */
function accessListAllows(place: string, administrator: number): boolean {
  return process.geteuid?.() !== administrator && succeeds(() => accessSync(place, constants.W_OK));
}

/**
 * The same on Windows, where Node knows nothing of owners and access lists: whether this user may
 * write is tried, in the file without changing it, and in its folder with an empty file.
 */
export function writablePlaceOnWindows(file: string): string | undefined {
  const folder = path.dirname(file);
  const link = [folder, file].find((place) => lstatSync(place).isSymbolicLink());
  if (link !== undefined) return link;
  if (succeeds(() => closeSync(openSync(file, "r+")))) return file;
  const trial = path.join(folder, `${randomUUID()}.tmp`);
  if (!succeeds(() => closeSync(openSync(trial, "wx")))) return undefined;
  rmSync(trial, { force: true });
  return folder;
}

function succeeds(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
