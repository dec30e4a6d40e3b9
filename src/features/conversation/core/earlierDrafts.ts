import { isNothing } from "./unsent";
import type { WorkspaceStore } from "../../../platform/core/ports";
import type { DraftFiles } from "./draftFiles";
import { decodeAttachments, decodeQueue } from "./unsentRecord";

const storedNames = /^(?:draft|attached|queue):([0-9a-f-]{36})$/;

/** Moves what version 1.0.0 left in the state of the workspace to files, also where nothing led to it. */
export async function takeOverDrafts(store: WorkspaceStore, drafts: DraftFiles): Promise<void> {
  const ids = new Set(store.keys().flatMap((key) => storedNames.exec(key)?.[1] ?? []));
  for (const id of ids) {
    const typed = store.get(`draft:${id}`);
    const unsent = {
      typed: typeof typed === "string" ? typed : "",
      attachments: decodeAttachments(store.get(`attached:${id}`)),
      queue: decodeQueue(store.get(`queue:${id}`)),
    };
    const isNewer = !isNothing(await drafts.read(id));
    if (!isNewer && !(await drafts.save(id, unsent))) continue;
    for (const name of ["draft", "attached", "queue"]) await store.set(`${name}:${id}`, undefined);
  }
}
