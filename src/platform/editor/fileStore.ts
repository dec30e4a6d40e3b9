import { readFileSync, renameSync, statSync, type BigIntStats } from "node:fs";
import path from "node:path";
import type { SharedStore } from "../core/ports";
import { Limiter } from "../../kit/limiter";

/** The value that a file contains, and the version of the file that it was read from. */
interface Known {
  readonly stamp: string | undefined;
  readonly value: unknown;
}

/**
 * Values that windows share, one file each, read on first use and again whenever another window has
 * changed the file. VS Code's Memento storage is read as a whole at every activation, and written
 * as a whole by every window, which undoes what another one has just changed.
 */
export class FileStore implements SharedStore {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();
  readonly #saving = new Map<string, Limiter>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get(key: string): unknown {
    try {
      return this.#now(key).value;
    } catch {
      // `update` rejects instead, so an unreadable file is never overwritten.
      return undefined;
    }
  }

  /** Changes of one value are saved in the order of the calls. */
  update(key: string, change: (value: unknown) => unknown): Promise<void> {
    const saving = this.#saving.get(key) ?? new Limiter(1);
    this.#saving.set(key, saving);
    return saving.run(() => this.#save(key, change));
  }

  async #save(key: string, change: (value: unknown) => unknown): Promise<void> {
    const { writeWhole } = await import("./wholeFile");
    const file = this.#fileOf(key);
    let written: BigIntStats | undefined;
    while (!written) {
      const { stamp, value } = this.#now(key);
      const changed = change(value);
      const bytes = Buffer.from(JSON.stringify(changed) ?? "null");
      written = await writeWhole(file, bytes, () => stampOf(file) === stamp);
      if (written) this.#known.set(key, { stamp: stampIn(written), value: changed });
    }
  }

  #now(key: string): Known {
    const known = this.#known.get(key);
    const file = this.#fileOf(key);
    const stamp = stampOf(file);
    if (known && known.stamp === stamp) return known;
    const now = { stamp, value: stamp === undefined ? undefined : savedIn(file) };
    this.#known.set(key, now);
    return now;
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, `${encodeURIComponent(key)}.json`);
  }
}

/** A value that was removed is `null` in its file. */
function savedIn(file: string): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    // An unreadable file is kept for recovery, where the next save does not overwrite it.
    renameSync(file, `${file}.broken`);
    return undefined;
  }
}

/** Differs after every save; `undefined` if there is no file. */
function stampOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && stampIn(found);
}

function stampIn({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs].join(":");
}
