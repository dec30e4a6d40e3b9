import {
  buildInsertion,
  type InsertionFeature,
  type InsertionParts,
} from "../../../src/features/changes/editor";
import { ReviewFiles } from "../../../src/features/changes/editor/review/reviewFiles";
import type { Confirmer } from "../../../src/platform/core/confirmer";
import { until } from "./inputs";
import { AttachmentChanges } from "../../../src/features/attachments/editor/attachmentChanges";
import { AttachmentOrigins } from "../../../src/features/attachments/editor/attachmentOrigins";
import { LastEditor } from "../../../src/platform/editor/lastEditor";
import { Snapshots } from "../../../src/platform/editor/snapshots";
import type { OpenChats } from "../../../src/features/asking/core/openChats";
import type { Own } from "../../../src/kit/disposable";
import { noRepositories } from "./standIns";

/** Waits until no other instance has the scheme of reviews, such as that of the real extension. */
export async function reviewsAreFree(): Promise<void> {
  await until("no review is open", () => {
    try {
      new ReviewFiles().dispose();
      return true;
    } catch {
      return false;
    }
  });
}

export interface TestInsertion extends InsertionFeature {
  readonly origins: AttachmentOrigins;
}

/** Insertion as the extension builds it, without a chat or with its questions alone. */
export function insertionFeature(
  own: Own,
  pending: () => Confirmer | undefined = () => undefined,
  kept?: InsertionParts["kept"],
): TestInsertion {
  const unused = undefined as never;
  const origins = own(new AttachmentOrigins());
  const feature = buildInsertion({
    context: { workspaceState: { get: () => undefined, keys: () => [], update: async () => {} } },
    workbench: { notify: unused, snapshots: own(new Snapshots()), commands: [] },
    selection: {
      origins,
      changes: own(new AttachmentChanges(origins, noRepositories)),
      attacher: unused,
      changeSets: unused,
      lastCommands: unused,
      instructions: unused,
      isExcluded: ({ path }) => path.endsWith(".env"),
      files: unused,
      suggested: unused,
      attachOpen: unused,
      attachables: unused,
      selectedEditor: unused,
    },
    lastEditor: own(new LastEditor()),
    chats: { of: () => ({ pending: pending() }) } as unknown as OpenChats,
    ...(kept && { kept }),
    own,
  });
  return { ...feature, origins };
}
