import { type ErrorKind, HubError } from "../../contract/errors";
import type { Remedy } from "../../contract/vocabulary";
import { t } from "../../kit/l10n";

/** A problem found on this computer: what helps depends on what is missing, not on its kind. */
export class LocalError extends HubError {
  readonly remedies: readonly Remedy[];

  constructor(kind: ErrorKind, message: string, remedies: readonly Remedy[] = []) {
    super(kind, message);
    this.remedies = remedies;
  }
}

/** What was asked for no longer exists here; neither the hub nor another try can bring it back. */
export function notFound(sentence: string): LocalError {
  return new LocalError("not-found", sentence);
}

const reasons: Record<string, string> = {
  ENOSPC: t("the disk is full"),
  EDQUOT: t("the disk is full"),
  EACCES: t("access to the folder was denied"),
  EPERM: t("access to the folder was denied"),
  EROFS: t("the disk is read-only"),
  EBUSY: t("another program is using the file"),
  EMFILE: t("too many files are open"),
};

/** The system's error in words: `sentence` ends before the reason. */
export function storageError(sentence: string, thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  const code = (thrown as { code?: unknown } | undefined)?.code;
  const reason = (typeof code === "string" && reasons[code]) || t("the disk reported an error");
  return new HubError("storage", t("{0}: {1}.", sentence, reason));
}

/** What the work results in; what it rejects with is put into words. */
export async function orStorageError<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(sentence, error);
  }
}
