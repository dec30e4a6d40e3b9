/** A workspace folder on the local disk. */
export interface LocalFolder {
  readonly name: string;
  readonly path: string;
}

/** Options for starting the built-in hub, whose code is a separate bundle that the caller loads. */
export interface BuiltInHubOptions {
  /** The key it accepts. */
  key: string;
  /** The folders that `workspace_connector` may search, read-only; a function is called for each question. */
  folders?: readonly LocalFolder[] | (() => readonly LocalFolder[]);
  /** 0 or absent: any free port of 127.0.0.1. */
  port?: number;
  /** Answers the fault catalogue's expert ids with their faults; for tests. */
  faults?: boolean;
}

export interface RunningHub {
  /** Such as `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  /** Its experts, in the order to show them. */
  readonly expertIds: readonly number[];
  close(): Promise<void>;
}

export type StartBuiltInHub = (options: BuiltInHubOptions) => Promise<RunningHub>;
