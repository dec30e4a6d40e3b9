import { renameSync, type BigIntStats } from "node:fs";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";

/** Readable by the owner only. */
export const fileMode = 0o600;
export const folderMode = 0o700;

/**
 * Writes a file atomically and returns its stats. If it is no longer wanted just before the rename,
 * nothing changes.
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
    // Synchronous: leaves another window no time between the check and the rename.
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

/** Makes the rename survive a power failure, where the system supports that. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using opened = await open(folder, "r");
    await opened.sync();
  } catch {
    // Not possible on Windows, where the rename is written through anyway.
  }
}
