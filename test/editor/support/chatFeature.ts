import * as vscode from "vscode";
import { ChosenModels } from "../../../src/features/models/core/chosenModels";
import type { Settings } from "../../../src/platform/core/ports";
import { DiskFiles } from "../../../src/platform/editor/diskFiles";
import { confirmationFor } from "../../../src/features/asking/editor";
import { buildChat, type ChatFeature } from "../../../src/features/chat/editor";
import type { Prompts } from "../../../src/features/prompts/editor";
import { AttachmentChanges } from "../../../src/features/attachments/editor/attachmentChanges";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import { Notify } from "../../../src/platform/editor/notify";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { Emitter } from "../../../src/kit/event";
import type { Own } from "../../../src/kit/disposable";
import type { connectedTo } from "./connected";

/** The chat as the extension builds it, without attaching selections or inserting output. */
export function chatFeature(
  { account, builtInHub, connection, keys, roster, setup, store }: ReturnType<typeof connectedTo>,
  {
    settings,
    folder,
    own,
    files = new DiskFiles(folder),
  }: { settings: Settings; folder: string; own: Own; files?: DiskFiles },
): ChatFeature {
  const unused = undefined as never;
  const origins = own(new AttachmentOrigins());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return buildChat({
    core: { account, builtInHub, connection, roster, setup, store },
    settings,
    defaultExpert: {
      current: undefined,
      onDidChange: new Emitter<void>().event,
      offerMissing: () => {},
    },
    workbench: { notify: new Notify(log), snapshots: own(new Snapshots()) },
    selection: {
      origins,
      changes: own(new AttachmentChanges(origins)),
      attacher: unused,
      isExcluded: () => false,
      files: unused,
      pickAttachment: unused,
      selectedEditor: unused,
    },
    output: unused,
    prompts: { list: async () => [] } as unknown as Prompts,
    answerFiles: unused,
    confirmation: confirmationFor({ keys, connection, models: own(new ChosenModels(store)) }),
    lastEditor: own(new LastEditor()),
    extensionUri: vscode.Uri.file(folder),
    storage: {
      workspaceStore: store,
      conversationFiles: files,
    },
    own,
  });
}
