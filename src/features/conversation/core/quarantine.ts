import { fileNameOf, idOf } from "./conversationFile";
import { maxHeadBytes, readHead } from "./conversationLines";
import type { ConversationFiles } from "../../../platform/core/ports";

/** Files that could not be used: they were renamed without losing any data. */
export interface Quarantined {
  readonly reason: "broken" | "newer";
  readonly names: readonly string[];
}

export interface Unusable {
  readonly id: string;
  readonly reason: Quarantined["reason"];
}

const suffix = { newer: ".newer", broken: ".broken" };

/** Renames files that cannot be used. */
export async function quarantine(
  files: ConversationFiles,
  unusable: readonly Unusable[],
): Promise<Quarantined[]> {
  const renamed = new Map<Quarantined["reason"], string[]>();
  for (const { id, reason } of unusable) {
    const stamp = reason === "newer" ? "" : `.${new Date().toISOString().replace(/[:.]/g, "-")}`;
    const name = `${fileNameOf(id)}${stamp}${suffix[reason]}`;
    await files.rename(fileNameOf(id), name);
    renamed.set(reason, [...(renamed.get(reason) ?? []), name]);
  }
  return (["broken", "newer"] as const).flatMap((reason) => {
    const names = renamed.get(reason);
    return names ? [{ reason, names }] : [];
  });
}

export async function countQuarantined(files: ConversationFiles): Promise<number> {
  const ends = Object.values(suffix);
  return (await files.list()).filter(({ name }) => ends.some((end) => name.endsWith(end))).length;
}

/** Restores a file that was too new for the version that quarantined it, if this version understands it. */
export async function takeBack(files: ConversationFiles, name: string): Promise<void> {
  const id = name.endsWith(suffix.newer) && idOf(name.slice(0, -suffix.newer.length));
  if (!id || (await files.extent(fileNameOf(id)))) return;
  const head = readHead(await files.read(name, 0, maxHeadBytes));
  if (head.kind === "readable") await files.rename(name, fileNameOf(id));
}
