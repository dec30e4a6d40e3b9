import { HubError, type ErrorKind } from "../../contract/errors";
import type { Remedy } from "../../contract/vocabulary";

/** A problem found on this computer: what helps depends on what is missing, not on its kind. */
export class LocalError extends HubError {
  readonly remedies: readonly Remedy[];

  constructor(kind: ErrorKind, message: string, remedies: readonly Remedy[] = []) {
    super(kind, message);
    this.remedies = remedies;
  }
}

/** What was asked for no longer exists here; neither the hub nor another try can bring it back. */
export function gone(sentence: string): LocalError {
  return new LocalError("not-found", sentence);
}
