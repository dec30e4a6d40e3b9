import { readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";
import { isRecord, items, parsedJson } from "../../../../contract/record";
import { writeWhole } from "../../../../platform/editor/wholeFile";
import type { AnswerPlace, AppliedFile } from "./appliedChanges";

const maxBytes = 20 * 1024 * 1024;
const maxDays = 7;
const dayMs = 24 * 3_600_000;

export interface KeptChangesParts {
  readonly folder: string;
  /** Days after which the policy wants conversations deleted. */
  readonly historyDays: () => number | undefined;
  /** Of these files, nothing is kept. */
  readonly isExcluded: (uri: vscode.Uri) => boolean;
  readonly uriOf: (text: string) => vscode.Uri;
}

interface KeptFile {
  readonly name: string;
  /** Absent where a write was broken off. */
  readonly place: AnswerPlace | undefined;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * What answers have changed in files, for a few days on the disk: a file for each answer, and the
 * oldest are deleted beyond 20 MB. All methods reject with the system's error.
 */
export class KeptChanges {
  readonly #parts: KeptChangesParts;

  constructor(parts: KeptChangesParts) {
    this.#parts = parts;
  }

  /** Those that are left once what is too old is deleted. */
  async list(): Promise<AnswerPlace[]> {
    const until = Date.now() - Math.min(maxDays, this.#parts.historyDays() ?? maxDays) * dayMs;
    const all = await this.#all();
    const old = all.filter(({ changedAt }) => changedAt <= until);
    await this.#remove(old);
    return all.flatMap((one) => (one.place && !old.includes(one) ? [one.place] : []));
  }

  /** Empty if there is nothing that can be read. */
  async read(place: AnswerPlace): Promise<AppliedFile[]> {
    const name = nameOf(place);
    if (name === undefined) return [];
    const text = await readFile(this.#at(name), "utf8").catch(() => "");
    return items(parsedJson(text)).flatMap((one) => this.#fileIn(one) ?? []);
  }

  async write(place: AnswerPlace, files: readonly AppliedFile[]): Promise<void> {
    const name = nameOf(place);
    if (name === undefined || this.#parts.historyDays() === 0) return;
    // An untitled document is another one in the next window.
    const lasting = files.filter(
      ({ uri }) => uri.scheme !== "untitled" && !this.#parts.isExcluded(uri),
    );
    if (lasting.length === 0) {
      await rm(this.#at(name), { force: true });
      return;
    }
    const text = JSON.stringify(lasting.map((one) => ({ ...one, uri: one.uri.toString() })));
    await writeWhole(this.#at(name), Buffer.from(text));
    // Undoing a part of it keeps the rest no longer.
    const changed = new Date(Math.max(...lasting.map(({ at }) => at)));
    await utimes(this.#at(name), changed, changed);
    await this.#dropOldest();
  }

  async forget(conversationId: string): Promise<void> {
    const all = await this.#all();
    await this.#remove(all.filter(({ place }) => place?.conversationId === conversationId));
  }

  async #dropOldest(): Promise<void> {
    const newestFirst = (await this.#all()).toSorted((a, b) => b.changedAt - a.changedAt);
    let size = 0;
    await this.#remove(newestFirst.filter((one) => (size += one.size) > maxBytes));
  }

  async #all(): Promise<KeptFile[]> {
    const names = await readdir(this.#parts.folder).catch(() => []);
    const listed = await Promise.all(
      names.map(async (name) => {
        // Another window may delete it meanwhile.
        const found = await stat(this.#at(name)).catch(() => undefined);
        const place = placeOf(name);
        return found ? [{ name, place, size: found.size, changedAt: found.mtimeMs }] : [];
      }),
    );
    return listed.flat();
  }

  async #remove(files: readonly KeptFile[]): Promise<void> {
    for (const { name } of files) await rm(this.#at(name), { force: true });
  }

  #at(name: string): string {
    return path.join(this.#parts.folder, name);
  }

  #fileIn(given: unknown): AppliedFile | undefined {
    if (!isRecord(given)) return undefined;
    const { uri, before, after, isCreated, at } = given;
    if (typeof uri !== "string" || typeof before !== "string" || typeof after !== "string")
      return undefined;
    if (typeof isCreated !== "boolean" || typeof at !== "number") return undefined;
    return { uri: this.#parts.uriOf(uri), before, after, isCreated, at };
  }
}

/** Ids of imported conversations may be anything. */
const nameIn = /^([\w-]{1,80})\.([\w-]{1,80})\.json$/;

function nameOf({ conversationId, turnId }: AnswerPlace): string | undefined {
  const name = `${conversationId}.${turnId}.json`;
  return nameIn.test(name) ? name : undefined;
}

function placeOf(name: string): AnswerPlace | undefined {
  const [, conversationId, turnId] = nameIn.exec(name) ?? [];
  return conversationId !== undefined && turnId !== undefined
    ? { conversationId, turnId }
    : undefined;
}
