import type { EndedRequest, OnSent, Purpose, StartedRequest } from "../../../contract/purpose";
import { Owner } from "../../../kit/disposable";
import { Limiter } from "../../../kit/limiter";
import type { ConversationFiles, Log } from "../../../platform/core/ports";
import {
  type ActivityEntry,
  type ClosedRequest,
  entryIn,
  type InsertionEntry,
  requestEntry,
} from "./activityEntry";

export const logFile = "activity.jsonl";

export const maxLogDays = 90;
/** Bytes of the file; beyond, the oldest lines go until a quarter is free. */
export const maxLogBytes = 20 * 1024 * 1024;
/** Lines that wait in memory while the file cannot be written. */
const maxWaiting = 1000;
/** Lines in one write. */
const maxAtOnce = 100;
const dayMs = 24 * 60 * 60 * 1000;

interface ActivityLogParts {
  /** The folder of the file, loaded with the first line. */
  files(): Promise<Pick<ConversationFiles, "append" | "read" | "replace" | "extent" | "remove">>;
  /** Days that lines are kept; 0 for no log. */
  days(): number;
  /** Why a policy asks for the log, whatever the user chose. */
  refusal?(): string | undefined;
  readonly log: Pick<Log, "warn">;
  /** Milliseconds since 1970. */
  now?(): number;
}

/**
 * What left this computer, and which answers went into files: one line for each, in one file for all
 * windows. Adding a line takes no time of the caller, and nothing fails because of it.
 */
export class ActivityLog extends Owner {
  readonly #parts: ActivityLogParts;
  readonly #writing = new Limiter(1);
  readonly #waiting: string[] = [];
  /** Since when each is in progress, by a clock that nobody sets. */
  readonly #running = new Map<StartedRequest, number>();
  #prunedAt = 0;
  #hasFailed = false;

  constructor(parts: ActivityLogParts) {
    super();
    this.#parts = parts;
  }

  readonly sent: OnSent = (request) => {
    const started = { ...request, purpose: withCause(request.purpose, this.#running.keys()) };
    this.#running.set(started, performance.now());
    return (ended) => this.#end(started, ended);
  };

  readonly inserted = (entry: InsertionEntry): void => this.#add(entry);

  /** Why the user cannot turn it off. */
  get refusal(): string | undefined {
    return this.#parts.refusal?.();
  }

  /** Days that lines are kept; 0 if there is no log. */
  get days(): number {
    const chosen = Math.min(Math.max(Math.floor(this.#parts.days()) || 0, 0), maxLogDays);
    return chosen === 0 && this.refusal !== undefined ? maxLogDays : chosen;
  }

  /** The entries of all windows, in the order in which they were written. */
  async entries(): Promise<ActivityEntry[]> {
    await this.settle();
    const oldest = this.#oldest;
    return (await this.#text()).split("\n").flatMap((line) => {
      const entry = entryIn(line);
      return entry && Date.parse(entry.time) >= oldest ? [entry] : [];
    });
  }

  /** Resolves once every line is written, or could not be. */
  settle(): Promise<void> {
    return this.#writing.run(() => this.#flush());
  }

  /** The window closes: requests in progress get their lines. Resolves as `settle` does. */
  close(): Promise<void> {
    for (const started of this.#running.keys()) this.#end(started, { bytesIn: 0, error: "closed" });
    return this.settle();
  }

  #end(started: StartedRequest, ended: EndedRequest | ClosedRequest): void {
    const began = this.#running.get(started);
    if (began === undefined) return;
    this.#running.delete(started);
    this.#add(requestEntry(started, ended, Math.floor(performance.now() - began)));
  }

  /** Removes what is too old, or the file if there is to be no log. Never rejects. */
  async expire(): Promise<void> {
    await this.#writing.run(() => this.#orWarn(() => this.#prune()));
  }

  get #now(): number {
    return (this.#parts.now ?? Date.now)();
  }

  get #oldest(): number {
    return this.#now - this.days * dayMs;
  }

  #add(entry: ActivityEntry): void {
    if (this.days === 0) return;
    this.#waiting.push(JSON.stringify(entry));
    if (this.#hasFailed && this.#waiting.length > maxWaiting) this.#waiting.shift();
    if (this.#waiting.length === 1 || this.#hasFailed) void this.settle();
  }

  async #flush(): Promise<void> {
    await this.#orWarn(async () => {
      if (this.#waiting.length === 0) return;
      if (this.#now - this.#prunedAt > dayMs) await this.#orWarn(() => this.#prune());
      while (this.#waiting.length > 0) {
        const size = await this.#appendOrKeep(
          this.#waiting.splice(0, this.#hasFailed ? 1 : maxAtOnce),
        );
        if (size > maxLogBytes) await this.#orWarn(() => this.#prune());
      }
      this.#hasFailed = false;
    });
  }

  async #appendOrKeep(lines: readonly string[]): Promise<number> {
    // It begins with a line break: one that was cut off, by whichever window, spoils no other.
    const text = lines.map((line) => `\n${line}`).join("");
    try {
      // What failed may have been written in part.
      if (this.#hasFailed && (await this.#text()).includes(text)) return 0;
      return await this.#append(text);
    } catch (error) {
      this.#waiting.unshift(...lines);
      throw error;
    }
  }

  /** Appends lines by one write, and returns the size of the file. */
  async #append(text: string): Promise<number> {
    const files = await this.#parts.files();
    for (;;) {
      const written =
        (await files.append(logFile, text)) ?? (await files.append(logFile, text, ""));
      const present = await files.extent(logFile);
      const isReplaced = present && written?.file !== present.file;
      if (!isReplaced || (await this.#text()).includes(text)) return present?.size ?? 0;
    }
  }

  async #prune(): Promise<void> {
    this.#prunedAt = this.#now;
    const files = await this.#parts.files();
    if (this.days === 0) return files.remove(logFile);
    const { size, file } = (await files.extent(logFile)) ?? { size: 0 };
    if (size === 0) return;
    const text = Buffer.from(await files.read(logFile, 0, size)).toString("utf8");
    const oldest = this.#oldest;
    const lines = text.split("\n").filter((line) => line !== "");
    const kept = newest(lines, size > maxLogBytes ? maxLogBytes * 0.75 : maxLogBytes).filter(
      (line) => {
        const entry = entryIn(line);
        return entry && Date.parse(entry.time) >= oldest;
      },
    );
    if (kept.length === lines.length) return;
    try {
      await files.replace(logFile, kept.map((line) => `\n${line}`).join(""), size);
    } catch (error) {
      // Another window was faster.
      if ((await files.extent(logFile))?.file === file) throw error;
    }
  }

  async #text(): Promise<string> {
    const files = await this.#parts.files();
    if (!(await files.extent(logFile))) return "";
    return Buffer.from(await files.read(logFile)).toString("utf8");
  }

  /** Nothing else fails because of the log; the user reads of it once. */
  async #orWarn(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      if (!this.#hasFailed) this.#parts.log.warn(`activity log: not written, ${code}`);
      this.#hasFailed = true;
    }
  }
}

/**
 * What a hub in this window requests for a question has the cause of that question, as far as one of
 * those that are running has the same ids.
 */
function withCause(purpose: Purpose, running: Iterable<StartedRequest>): Purpose {
  if (purpose.by !== "program") return purpose;
  const found = [...running].flatMap(({ purpose: one }) =>
    one.kind === "question" && sharedIds.every((id) => one[id] === purpose[id]) ? one : [],
  );
  const [first, ...others] = found;
  if (!first || others.some(({ by }) => by !== first.by)) return purpose;
  const { by, turnId, attachments } = first;
  if (others.length > 0) return { ...purpose, by };
  return { ...purpose, by, turnId, ...(attachments && { attachments }) };
}

const sharedIds = ["expertId", "abilityId", "modelId", "sessionId"] as const;

/** The last of the lines that fit into a number of bytes. */
function newest(lines: readonly string[], bytes: number): readonly string[] {
  let left = bytes;
  const at = lines.findLastIndex((line) => (left -= Buffer.byteLength(line) + 1) < 0);
  return lines.slice(at + 1);
}
