import { noExtras } from "../../../src/contract/addressExtras";
import { questionTools } from "../../support/questionTools";
import * as vscode from "vscode";
import { ContextSizes } from "../../../src/features/models/core/contextSizes";
import { ChosenModels } from "../../../src/features/models/core/chosenModels";
import type { Settings } from "../../../src/platform/core/ports";
import { DiskFiles } from "../../../src/platform/editor/diskFiles";
import { buildAsking, type Asking } from "../../../src/features/asking/core";
import type { Confirmation } from "../../../src/features/asking/core/preparedQuestion";
import { WorkspacePermissions } from "../../../src/features/asking/core/workspacePermissions";
import { confirmationFor } from "../../../src/features/asking/editor/confirmation";
import { buildChat, type ChatFeature } from "../../../src/features/chat/editor";
import { SavedConversations } from "../../../src/features/history/core/savedConversations";
import type { Prompts } from "../../../src/features/prompts/editor";
import { AttachmentChanges } from "../../../src/features/attachments/editor/attachmentChanges";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { SuggestedContext } from "../../../src/features/attachments/editor/suggestedContext";
import { AppliedChanges } from "../../../src/features/changes/editor/review/appliedChanges";
import { ReviewProgresses } from "../../../src/features/changes/editor/review/reviewProgresses";
import { isTrusted } from "../../../src/platform/editor/restricted";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import { Notify } from "../../../src/platform/editor/notify";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import { Emitter } from "../../../src/kit/event";
import type { Own } from "../../../src/kit/disposable";
import type { connectedTo } from "./connected";
import { noRepositories } from "./standIns";
import { noInstructions } from "../../support/questionTools";
import type { InstructionFiles } from "../../../src/features/attachments/editor/instructionFiles";

/** A chat with what it asks through, and the list of its conversations. */
export type TestChat = Asking & ChatFeature & { readonly saved: SavedConversations };

/** The chat as the extension builds it, without attaching selections or inserting output. */
export function chatFeature(
  { account, connection, keys, roster, setup, store }: ReturnType<typeof connectedTo>,
  {
    settings,
    folder,
    own,
    files = new DiskFiles(folder),
    confirm,
  }: {
    settings: Settings;
    folder: string;
    own: Own;
    files?: DiskFiles;
    /** In place of the user's answers. */
    confirm?: Confirmation["confirm"];
  },
): TestChat {
  const instructions = {
    ...noInstructions,
    onDidChange: new Emitter<void>().event,
  } as unknown as InstructionFiles;
  const unused = undefined as never;
  const origins = own(new AttachmentOrigins());
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const defaultExpert = {
    current: undefined,
    onDidChange: new Emitter<void>().event,
    offerMissing: () => {},
  };
  const models = own(new ChosenModels(store));
  const contexts = own(new ContextSizes(store, models));
  const tools = questionTools({ connection, models, isTrusted });
  const permissions = new WorkspacePermissions(store);
  const asking = buildAsking({
    account,
    tools,
    contexts,
    connection,
    roster,
    settings,
    store,
    storage: { workspaceStore: store, conversationFiles: files },
    defaultExpert,
    permissions,
    instructions,
    confirmation: {
      ...confirmationFor({
        keys,
        connection,
        models,
        tools,
        permissions,
        extras: { headerValues: async () => [] },
        reveal: unused,
        inView: () => undefined,
      }),
      ...(confirm && { confirm }),
    },
    own,
  });
  const chat = buildChat({
    models,
    extras: { get: async () => noExtras },
    fileExperts: { reasoningEffortOf: () => undefined },
    contexts,
    connection,
    roster,
    setup,
    asking,
    settings: Object.assign(settings, { sendKey: "enter" as const }),
    defaultExpert,
    notify: new Notify(log),
    snapshots: own(new Snapshots()),
    selection: {
      origins,
      changes: own(new AttachmentChanges(origins, noRepositories)),
      attacher: unused,
      changeSets: unused,
      lastCommands: unused,
      instructions,
      isExcluded: () => false,
      files: unused,
      suggested: own(
        new SuggestedContext({
          origins,
          selectedEditor: { current: undefined },
          settings: {
            suggestContext: false,
            exclude: [],
            onDidChange: new Emitter<void>().event,
          },
        }),
      ),
      attachOpen: unused,
      attachables: unused,
      selectedEditor: unused,
    },
    output: unused,
    prompts: { list: async () => [] } as unknown as Prompts,
    answerFiles: unused,
    reviews: own(new ReviewProgresses()),
    applied: own(new AppliedChanges()),
    lastEditor: own(new LastEditor()),
    extensionUri: vscode.Uri.file(folder),
    own,
  });
  const saved = own(new SavedConversations(asking.conversations));
  return { ...asking, ...chat, saved };
}
