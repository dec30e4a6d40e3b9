import { renameSync, type BigIntStats } from "node:fs";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";

/** Readable by their owner alone. */
export const fileMode = 0o600;
export const folderMode = 0o700;

/**
 * Writes a file as a whole or not at all, and gives what it then is. Where it is not wanted any more
 * in the moment before, nothing becomes another.
 */
export async function writeWhole(
  file: string,
  bytes: Uint8Array,
  isWanted = () => true,
): Promise<BigIntStats | undefined> {
  const folder = path.dirname(file);
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  await mkdir(folder, { recursive: true, mode: folderMode });
  try {
    const written = await writeSynced(temporary, bytes);
    if (!isWanted()) return undefined;
    // At once: another window gets no time between the look and the new name.
    renameSync(temporary, file);
    await syncFolder(folder);
    return written;
  } finally {
    await rm(temporary, { force: true });
  }
}

export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at);
    at += bytesWritten;
  }
}

async function writeSynced(name: string, bytes: Uint8Array): Promise<BigIntStats> {
  await using file = await open(name, "wx", fileMode);
  await writeAll(file, bytes);
  await file.sync();
  return file.stat({ bigint: true });
}

/** So that the new name survives a power cut, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using opened = await open(folder, "r");
    await opened.sync();
  } catch {
    // Windows cannot; its rename is written through anyway.
  }
}
