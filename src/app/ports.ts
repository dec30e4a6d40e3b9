import type { Event } from "../kit/event";

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

/** Which parts of a conversation go along with the next question. */
export type Memory = "both" | "session" | "history" | "none";

/** Settings as they are at the moment of the call. */
export interface Settings {
  readonly baseUrl: string;
  readonly hubUrl: string;
  /** Seconds for one question, 10 to 1800. */
  readonly timeoutSeconds: number;
  /** `undefined` leaves the field out. */
  readonly temperature: number | undefined;
  readonly memory: Memory;
  /** Turns sent back at most. */
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
