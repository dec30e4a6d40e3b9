import type { Disposable } from "../../kit/disposable";
import type { Event } from "../../kit/event";
import type { MemoryMode } from "../../contract/vocabulary";

/** Something that the user allowed for longer than one question. */
export interface Permission {
  readonly label: string;
  /** Whom it was given, and for how long. */
  readonly description: string;
  /** The organisation does not allow it at present, whatever the user says. */
  readonly isLocked?: boolean;
  revoke(): unknown;
}

/** The API keys by the scope of their hub, each stored with the one origin it may be sent to. */
export interface Keys {
  /** `undefined` if there is none; rejects with `storage` if it cannot be read. */
  get(scope: string): Promise<string | undefined>;
  /** Rejects with `storage` if it cannot be stored. */
  store(scope: string, key: string): Promise<void>;
  forget(scope: string): Promise<void>;
  /** The key of the hub with this id was changed or removed, by this window or another. */
  readonly onDidChange: Event<string>;
}

/** Settings, read at the time of the call. */
export interface Settings {
  readonly baseUrl: string;
  readonly hubUrl: string;
  /** Seconds for one question, 10 to 1800. */
  readonly timeoutSeconds: number;
  /** `undefined` omits the field. */
  readonly temperature: number | undefined;
  readonly memory: MemoryMode;
  /** Maximum number of turns to send back. */
  readonly historyTurns: number;
  readonly roles: { readonly user: string; readonly assistant: string };
  readonly sendUserId: boolean;
  setBaseUrl(baseUrl: string): Promise<void>;
  setHubUrl(hubUrl: string): Promise<void>;
  readonly onDidChange: Event<void>;
}

/** Lines for the log channel. Pass templates and numbers, never bodies, headers or queries. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
}

/** Small JSON values that persist when the window closes. */
export interface Store {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
}

/** JSON values that other windows change, too. */
export interface SharedStore {
  get(key: string): unknown;
  /**
   * Saves what `change` returns for the current value; it is called again if another window was
   * faster. Rejects with the system's error.
   */
  update(key: string, change: (value: unknown) => unknown): Promise<void>;
}

/** The size of a file and its identity: a new file under the same name has another `file`. */
export interface Extent {
  readonly size: number;
  readonly file: string;
}

export interface ListedFile {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** The folder of saved conversations: plain files by name. Rejects with the system's error. */
export interface ConversationFiles {
  list(): Promise<ListedFile[]>;
  /** `undefined` if there is no such file. */
  extent(name: string): Promise<Extent | undefined>;
  /** The bytes from `start` up to `end`, or to the end of the file. */
  read(name: string, start?: number, end?: number): Promise<Uint8Array>;
  /**
   * Appends the text in one piece. If there is no such file, `head` starts one; without it, resolves
   * to `undefined` and writes nothing.
   */
  append(
    name: string,
    text: string,
    head?: string,
  ): Promise<(Extent & { written: number }) | undefined>;
  /**
   * All or nothing. What others appended to the old file beyond `readUpTo` follows the text; rejects
   * if another window replaced the file in the meantime.
   */
  replace(name: string, text: string, readUpTo?: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Rejects if it still exists afterwards. */
  remove(name: string): Promise<void>;
  /** Reports the names of files that change, including changes by other windows. */
  watch(listener: (name: string) => void): Disposable;
}
