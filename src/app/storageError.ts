import { HubError } from "../hub/errors";

const reasons: Record<string, string> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EACCES: "access to the folder was denied",
  EPERM: "access to the folder was denied",
  EROFS: "the disk is read-only",
  EBUSY: "another program is using the file",
  EMFILE: "too many files are open",
};

/** The system's error in words: `sentence` ends before the reason. */
export function storageError(sentence: string, thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  const code = (thrown as { code?: unknown } | undefined)?.code;
  const reason = (typeof code === "string" && reasons[code]) || "the disk reported an error";
  return new HubError("storage", `${sentence}: ${reason}.`);
}
