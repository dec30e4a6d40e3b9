import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { report } from "../../../kit/unexpectedErrors";
import { sharedFolder } from "../../../platform/editor/storage";
import { folderMode } from "../../../platform/editor/wholeFile";
import { fileNameOf, idOf } from "../../conversation/core/conversationFile";
import { pinNameOf } from "../core/pins";

/** VS Code gives a second window on a workspace a folder with a number, up to this one. */
const maxNumber = 9;

/** Moves conversations that version 1.0.0 left in the folders with a number, where no window uses them. */
export function gatherConversations(storage: string): void {
  const shared = sharedFolder(storage);
  const [extension, workspace] = [path.basename(shared), path.dirname(shared)];
  for (let number = 1; number <= maxNumber; number++) {
    const other = `${workspace}-${number}`;
    const own = path.join(other, extension);
    if (!existsSync(path.join(own, "conversations"))) continue;
    if (own !== storage && existsSync(path.join(other, "vscode.lock"))) continue;
    try {
      moveConversations(path.join(own, "conversations"), path.join(shared, "conversations"));
    } catch (error) {
      report(error);
    }
  }
}

function moveConversations(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: folderMode });
  for (const id of readdirSync(from).flatMap((name) => idOf(name) ?? []))
    for (const name of [pinNameOf(id), fileNameOf(id)])
      if (existsSync(path.join(from, name)) && !existsSync(path.join(to, name)))
        renameSync(path.join(from, name), path.join(to, name));
}
