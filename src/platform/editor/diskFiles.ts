import { constants, mkdirSync, statSync, watch } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { ConversationFiles, Extent, ListedFile } from "../core/ports";
import type { Disposable } from "../../kit/disposable";
import { fileMode, folderMode, writeAll, writeWhole } from "./wholeFile";

/** The folder of saved conversations on disk; created with the first file. */
export class DiskFiles implements ConversationFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async list(): Promise<ListedFile[]> {
    const names = await absent(readdir(this.#folder));
    const listed = await Promise.all(
      (names ?? []).map(async (name) => {
        const found = await absent(stat(this.#at(name)));
        return found?.isFile() ? [{ name, size: found.size, changedAt: found.mtimeMs }] : [];
      }),
    );
    return listed.flat();
  }

  async extent(name: string): Promise<Extent | undefined> {
    const found = await absent(stat(this.#at(name), { bigint: true }));
    return found && extentOf(found);
  }

  async read(name: string, start = 0, end?: number): Promise<Uint8Array> {
    await using file = await open(this.#at(name), "r");
    const until = Math.min(end ?? Infinity, (await file.stat()).size);
    return await readAll(file, start, until);
  }

  async append(
    name: string,
    text: string,
    head?: string,
  ): Promise<(Extent & { written: number }) | undefined> {
    if (head !== undefined) {
      await mkdir(this.#folder, { recursive: true, mode: folderMode });
      const created = await this.#create(name, head + text);
      if (created) return created;
    }
    // Not the flag "a", which would recreate a deleted file.
    const file = await absent(open(this.#at(name), appending));
    if (!file) return undefined;
    await using owned = file;
    return await appendTo(owned, text);
  }

  async replace(name: string, text: string, readUpTo?: number): Promise<void> {
    if (readUpTo === undefined) {
      await writeWhole(this.#at(name), Buffer.from(text));
      return;
    }
    await using before = await open(this.#at(name), "r");
    const { size, dev, ino } = await before.stat();
    const isStillThere = (): boolean => {
      const now = statSync(this.#at(name), { throwIfNoEntry: false });
      return now?.ino === ino && now.dev === dev;
    };
    const late = await readAll(before, readUpTo, size);
    const bytes = Buffer.concat([Buffer.from(text), late]);
    if (!(await writeWhole(this.#at(name), bytes, isStillThere)))
      throw new Error("Another window replaced the file meanwhile.");
    await this.#bring(name, before, size);
  }

  async rename(from: string, to: string): Promise<void> {
    await rename(this.#at(from), this.#at(to));
  }

  async remove(name: string): Promise<void> {
    await rm(this.#at(name), { force: true });
  }

  watch(listener: (name: string) => void): Disposable {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: folderMode });
      const watcher = watch(this.#folder, { persistent: false }, (_, name) => {
        if (name !== null) listener(name);
      });
      // A folder that cannot be watched is checked when the window gains focus.
      watcher.on("error", () => watcher.close());
      return { dispose: () => watcher.close() };
    } catch {
      return { dispose: () => undefined };
    }
  }

  async #create(name: string, text: string): Promise<(Extent & { written: number }) | undefined> {
    try {
      await using file = await open(this.#at(name), "ax", fileMode);
      return await appendTo(file, text);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return undefined;
      throw error;
    }
  }

  /** Copies what another window appended to the old file while it was being replaced. */
  async #bring(name: string, before: FileHandle, copied: number): Promise<void> {
    const { size } = await before.stat();
    if (size <= copied) return;
    await using file = await open(this.#at(name), appending);
    await writeAll(file, await readAll(before, copied, size));
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }
}

const appending = constants.O_WRONLY | constants.O_APPEND;

/** A single write, so that lines from two windows never interleave. */
async function appendTo(file: FileHandle, text: string): Promise<Extent & { written: number }> {
  const bytes = Buffer.from(text);
  await writeAll(file, bytes);
  return { ...extentOf(await file.stat({ bigint: true })), written: bytes.length };
}

async function readAll(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

function extentOf({ size, dev, ino }: { size: bigint; dev: bigint; ino: bigint }): Extent {
  return { size: Number(size), file: `${dev}:${ino}` };
}

async function absent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException).code;
}
