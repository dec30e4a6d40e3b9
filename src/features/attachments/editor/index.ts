import * as vscode from "vscode";
import type { Own } from "../../../kit/disposable";
import type { EditorSettings } from "../../../platform/editor/settings";
import type { LastEditor } from "../../../platform/editor/lastEditor";
import { t } from "../../../kit/l10n";
import { announce } from "../../../platform/editor/confirm";
import { lazy } from "../../../kit/lazy";
import type { Attachables } from "./attachables";
import type { ChangeSets } from "./changeSets";
import { isExcluded } from "./excluded";
import { FileAttacher } from "./fileAttacher";
import { SelectedEditor } from "../../../platform/editor/selectedEditor";
import { InstructionFiles } from "./instructionFiles";
import { LastCommands } from "./lastCommands";
import { type AttachmentList, SelectionAttacher } from "./selectionAttacher";
import { AttachmentChanges } from "./attachmentChanges";
import { AttachmentOrigins } from "./attachmentOrigins";
import { SuggestedContext } from "./suggestedContext";

export interface AttachmentsFeature {
  readonly origins: AttachmentOrigins;
  readonly changes: AttachmentChanges;
  readonly attacher: SelectionAttacher;
  readonly files: FileAttacher;
  /** What lies open, as it may be offered. */
  readonly suggested: SuggestedContext;
  /** Attaches the editor's selection or, without one, its file; says so if there is none. */
  attachOpen(chat: AttachmentList): Promise<void>;
  /** What can be attached by its name. */
  attachables(): Promise<Attachables>;
  /** Changes in repositories. */
  changeSets(): Promise<ChangeSets>;
  readonly lastCommands: LastCommands;
  readonly instructions: InstructionFiles;
  /** The text editor that questions refer to. */
  readonly selectedEditor: SelectedEditor;
  /** Whether the user excluded a file from questions. */
  isExcluded(uri: vscode.Uri): boolean;
}

/** What is selected, how it is attached, and where it came from. */
export function buildAttachments(
  settings: EditorSettings,
  lastEditor: LastEditor,
  own: Own,
): AttachmentsFeature {
  const origins = own(new AttachmentOrigins());
  const changeSets = lazy(async () => {
    const { ChangeSets } = await import("./changeSets");
    return new ChangeSets({ settings });
  });
  const changes = own(new AttachmentChanges(origins, changeSets));
  const selectedEditor = own(new SelectedEditor());
  const attacher = new SelectionAttacher({
    selectedEditor,
    origins,
    settings,
    lastEditor,
    changeSets,
  });
  const files = new FileAttacher(settings, attacher);
  const lastCommands = own(new LastCommands());
  return {
    origins,
    changes,
    selectedEditor,
    attacher,
    files,
    attachables: lazy(async () => {
      const { Attachables } = await import("./attachables");
      return new Attachables({
        selectedEditor,
        settings,
        attacher,
        files,
        lastCommands,
        changeSets: await changeSets(),
      });
    }),
    changeSets,
    lastCommands,
    instructions: own(new InstructionFiles({ selectedEditor, settings })),
    suggested: own(new SuggestedContext({ selectedEditor, settings, origins })),
    attachOpen: async (chat) => {
      const { current } = selectedEditor;
      const { pending } = chat;
      if (!current || (!attacher.hasSelection && !isFile(current.document.uri)))
        await announce(t("Open a file to attach it."), [], { chat: pending });
      else if (attacher.hasSelection)
        chat.attachments = attacher.join(chat.attachments, await attacher.selected(pending));
      else await files.attach(chat, [current.document.uri]);
    },
    isExcluded: (uri) => isExcluded(uri, settings.exclude),
  };
}

/** Not such as the text of the Output panel. */
const isFile = ({ scheme }: vscode.Uri): boolean =>
  scheme === "untitled" || vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
