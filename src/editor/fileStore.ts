import { readFileSync, renameSync } from "node:fs";
import path from "node:path";
import type { Store } from "../app/ports";

/**
 * Larger values, each in a file of its own, read when it is first asked for. VS Code's small storage
 * is read as a whole with every activation.
 */
export class FileStore implements Store {
  readonly #folder: string;
  readonly #before: Store;
  readonly #values = new Map<string, unknown>();

  /** `before` is where the values were kept by an earlier version. */
  constructor(folder: string, before: Store) {
    this.#folder = folder;
    this.#before = before;
  }

  get(key: string): unknown {
    if (!this.#values.has(key)) this.#values.set(key, this.#read(key) ?? this.#before.get(key));
    return this.#values.get(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    const { DiskFiles } = await import("./conversations/diskFiles");
    await new DiskFiles(this.#folder).replace(nameOf(key), JSON.stringify(value) ?? "null");
    if (this.#before.get(key) !== undefined) await this.#before.set(key, undefined);
  }

  #read(key: string): unknown {
    const file = path.join(this.#folder, nameOf(key));
    try {
      return JSON.parse(readFileSync(file, "utf8")) ?? undefined;
    } catch (error) {
      // What cannot be read is kept for whoever can, out of the way of the next save.
      if (error instanceof SyntaxError) renameSync(file, `${file}.broken`);
      return undefined;
    }
  }
}

function nameOf(key: string): string {
  return `${encodeURIComponent(key)}.json`;
}
