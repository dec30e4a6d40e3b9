import type * as vscode from "vscode";
import type { Own } from "../../kit/disposable";
import type { Core } from "../core";
import type { LastEditor } from "../workbench/lastEditor";
import { isExcludedFile } from "./excluded";
import { SelectedEditor } from "./selectedEditor";
import { SelectionAttacher } from "./selectionAttacher";
import { AttachmentOrigins } from "./attachmentOrigins";

export interface Selection {
  /** Where each attachment came from. */
  readonly origins: AttachmentOrigins;
  readonly attacher: SelectionAttacher;
  /** The text editor that questions refer to. */
  readonly selectedEditor: SelectedEditor;
  /** Whether the user excluded a file from questions. */
  isExcluded(uri: vscode.Uri): boolean;
}

/** What is selected, how it is attached, and where it came from. */
export function buildSelection(
  { settings }: Pick<Core, "settings">,
  lastEditor: LastEditor,
  own: Own,
): Selection {
  const origins = own(new AttachmentOrigins());
  const selectedEditor = own(new SelectedEditor());
  return {
    origins,
    selectedEditor,
    attacher: new SelectionAttacher({ selectedEditor, origins, settings, lastEditor }),
    isExcluded: (uri) => isExcludedFile(uri, settings.exclude),
  };
}
