import type { Disposable } from "../kit/disposable";
import type { Event } from "../kit/event";
import type { MemoryMode } from "../kit/vocabulary";

/** The API key, kept with the one origin it may be sent to. */
export interface Keys {
  /** The key of this origin. `undefined` where there is none; rejects with `storage` where it cannot be read. */
  get(origin: string): Promise<string | undefined>;
  /** Rejects with `storage` where it cannot be kept. */
  store(origin: string, key: string): Promise<void>;
  forget(): Promise<void>;
  /** Another key or none, from this window or another. */
  readonly onDidChange: Event<void>;
}

/** Settings as they are at the moment of the call. */
export interface Settings {
  readonly baseUrl: string;
  readonly hubUrl: string;
  /** Seconds for one question, 10 to 1800. */
  readonly timeoutSeconds: number;
  /** `undefined` leaves the field out. */
  readonly temperature: number | undefined;
  readonly memory: MemoryMode;
  /** Maximum number of turns to send back. */
  readonly historyTurns: number;
  readonly roles: { readonly user: string; readonly assistant: string };
  readonly sendUserId: boolean;
  setBaseUrl(baseUrl: string): Promise<void>;
  readonly onDidChange: Event<void>;
}

/** Lines for the log channel. Give templates and numbers, never bodies, headers or queries. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Small JSON values that outlive the window. */
export interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
}

/** JSON values that other windows change, too. */
export interface SharedStore {
  get(key: string): unknown;
  /**
   * Saves what `change` makes of the value as it is by then; it is asked again where another window
   * was faster. Rejects with what the system says.
   */
  update(key: string, change: (value: unknown) => unknown): Promise<void>;
}

/** How far a file goes, and which one it is: another `file` under the same name is another file. */
export interface Extent {
  readonly size: number;
  readonly file: string;
}

/** The folder of saved conversations: plain files by their names. Rejects with what the system says. */
export interface ConversationFiles {
  list(): Promise<{ name: string; size: number }[]>;
  /** `undefined` where there is no such file. */
  extent(name: string): Promise<Extent | undefined>;
  /** The bytes from `start` up to `end`, or to the end of the file. */
  read(name: string, start?: number, end?: number): Promise<Uint8Array>;
  /**
   * Adds the text as a whole at the end. Where there is no such file, `head` starts one; without
   * it, that resolves to `undefined` and nothing is written.
   */
  append(
    name: string,
    text: string,
    head?: string,
  ): Promise<(Extent & { written: number }) | undefined>;
  /** Writes these bytes over as many others. Nothing happens where there is no such file. */
  overwrite(name: string, at: number, text: string): Promise<void>;
  /**
   * All or nothing. What others added to the old file beyond `readUpTo` comes after the text; rejects
   * where another window put a file in its place meanwhile.
   */
  replace(name: string, text: string, readUpTo?: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Rejects where it is still there afterwards. */
  remove(name: string): Promise<void>;
  /** Hears the names of files that change, also by other windows. */
  watch(listener: (name: string) => void): Disposable;
}
