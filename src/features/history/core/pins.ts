import { t } from "../../../kit/l10n";
import type { ConversationFiles } from "../../../platform/core/ports";
import { orStorageError } from "../../../platform/core/localError";

const suffix = ".pinned";

/** A pinned conversation has an empty file beside its own, which every window sees. */
export const pinNameOf = (id: string): string => `${id}${suffix}`;

export const isPinName = (name: string): boolean => name.endsWith(suffix);

/** Ids of the pinned conversations, from the names of all files. */
export function pinnedAmong(names: readonly string[]): string[] {
  return names.filter(isPinName).map((name) => name.slice(0, -suffix.length));
}

/** Rejects with `storage`. */
export async function setPinned(
  files: ConversationFiles,
  ids: readonly string[],
  isPinned: boolean,
): Promise<void> {
  await orStorageError(t("The conversation could not be pinned or unpinned"), async () => {
    for (const id of ids) {
      if (isPinned) await files.append(pinNameOf(id), "", "");
      else await files.remove(pinNameOf(id));
    }
  });
}
