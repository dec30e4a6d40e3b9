import type { ConversationFiles } from "../../../platform/core/ports";
import { ConversationIndex } from "./conversationIndex";
import { isPinName } from "./pins";

const dayMs = 24 * 3_600_000;
/** The name of each file of a conversation begins with its id. */
const idAtStart = /^[\da-f-]{36}(?=\.)/;

/**
 * Deletes conversations and drafts whose last change was so many days before `now`, in milliseconds
 * since 1970. Pinning is no change. Windows that have them open notice it by their files. Rejects
 * with the system's error.
 */
export async function deleteExpired(
  files: ConversationFiles,
  days: number,
  now: number,
): Promise<void> {
  const listed = await files.list();
  const groups = Map.groupBy(listed, ({ name }) => idAtStart.exec(name)?.[0]);
  groups.delete(undefined);
  const expired = [...groups.values()].filter((group) =>
    group.every(({ name, changedAt }) => isPinName(name) || changedAt <= now - days * dayMs),
  );
  for (const { name } of expired.flat()) await files.remove(name);
  if (expired.length === 0) return;
  const index = new ConversationIndex(files);
  await index.load();
  await index.rewrite();
}
