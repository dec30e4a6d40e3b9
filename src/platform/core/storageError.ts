import { HubError } from "../../contract/errors";
import { t } from "../../kit/l10n";

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
