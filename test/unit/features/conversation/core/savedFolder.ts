import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Conversation } from "../../../../../src/features/conversation/core/conversation";
import type { Unsent } from "../../../../../src/features/conversation/core/unsent";
import type { Turn } from "../../../../../src/features/conversation/core/turn";
import type { Conversations } from "../../../../../src/features/conversation/core/conversations";
import { DiskFiles } from "../../../../../src/platform/editor/diskFiles";
import { WindowConversations } from "../../../../support/windowConversations";
import { atEnd } from "../../../client/hubFixture";

export interface SavedFolder {
  readonly folder: string;
  /** The conversations as another window has them. */
  window(files?: DiskFiles): WindowConversations;
  opened(id: string, conversations?: Conversations): Promise<Conversation>;
  /** Id of a conversation that was saved with these turns. */
  saved(...turns: Turn[]): Promise<string>;
  fileOf(id: string): string;
  /** What another window would find composed for this conversation. */
  unsent(id: string): Promise<Unsent>;
}

/** An empty folder of saved conversations. Ends with `closeAll`. */
export async function savedFolder(): Promise<SavedFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "saving-"));
  atEnd(() => rm(folder, { recursive: true, maxRetries: 5 }));

  function window(files = new DiskFiles(folder)): WindowConversations {
    const conversations = new WindowConversations(files);
    atEnd(async () => conversations.dispose());
    return conversations;
  }

  async function opened(id: string, conversations = window()): Promise<Conversation> {
    const conversation = await conversations.open(id);
    assert.ok(conversation, "it cannot be opened");
    return conversation;
  }

  async function saved(...turns: Turn[]): Promise<string> {
    const conversations = window();
    const conversation = new Conversation();
    conversations.keep(conversation);
    for (const one of turns) conversation.put(one);
    await conversations.saved.settle();
    return conversation.id;
  }

  return {
    folder,
    window,
    opened,
    saved,
    fileOf: (id) => path.join(folder, `${id}.jsonl`),
    unsent: (id) => window().drafts.read(id),
  };
}
