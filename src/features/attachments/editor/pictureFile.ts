import * as vscode from "vscode";
import { HubError } from "../../../contract/errors";
import { maxPictureFileBytes } from "../../../contract/picture";
import { t } from "../../../kit/l10n";
import { quotedName } from "../../../kit/quotedName";
import type { UnreadPicture } from "../../conversation/core/unreadPictures";
import { fileNameOfUri, sentPath } from "./selection";

/** An SVG is text, which may have scripts in it, and is attached as that. */
export function isPictureName(uri: vscode.Uri): boolean {
  return /\.(?:png|jpe?g|webp|gif)$/i.test(uri.path);
}

/** A picture that a page has to draw again. Rejects with a sentence if its file is too large or gone. */
export async function unreadPicture(uri: vscode.Uri): Promise<UnreadPicture> {
  const { fs } = vscode.workspace;
  const name = fileNameOfUri(uri);
  const { size } = await fs.stat(uri).then(
    (found) => found,
    () => {
      throw refused(t("{0} cannot be read.", quotedName(name)));
    },
  );
  if (size > maxPictureFileBytes)
    throw refused(
      t("{0} is too large: a picture has at most {1} MB.", quotedName(name), maxPictureFileMb),
    );
  return {
    id: crypto.randomUUID(),
    name,
    path: sentPath(uri),
    read: async () => fs.readFile(uri),
  };
}

const maxPictureFileMb = maxPictureFileBytes / 1024 / 1024;

function refused(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
