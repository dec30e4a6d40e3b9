import type { HubError } from "../../../contract/errors";

export interface Adding {
  readonly signal?: AbortSignal;
  onProgress?(done: number): void;
  /** They stand in files of open folders. */
  readonly areFromFiles?: boolean;
}

export interface Added {
  added: number[];
  already: number[];
  notFound: number[];
  failed: { id: number; error: HubError }[];
}
