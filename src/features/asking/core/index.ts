import type { Own } from "../../../kit/disposable";
import type { ConversationFiles, Settings, SharedStore, Store } from "../../../platform/core/ports";
import type { Account } from "../../connection/core/account";
import type { Connection } from "../../connection/core/connection";
import { Conversations } from "../../conversation/core/conversations";
import type { DefaultExpert } from "../../experts/core/defaultExpert";
import type { Roster } from "../../experts/core/roster";
import type { Confirmation } from "./preparedQuestion";
import type { ContextSizes } from "../../models/core/contextSizes";
import { OpenChats } from "./openChats";
import { ExpertOptions } from "./options";
import { QuestionQueue } from "./questionQueue";
import { QuestionRunner } from "./questionRunner";
import { type FolderInstructions, QuestionSender } from "./questionSender";
import type { QuestionTools } from "./questionTools";
import type { WorkspacePermissions } from "./workspacePermissions";

interface AskingParts {
  readonly connection: Connection;
  readonly account: Account;
  readonly roster: Roster;
  readonly settings: Settings;
  readonly store: SharedStore;
  readonly contexts: ContextSizes;
  readonly tools: QuestionTools;
  readonly storage: {
    readonly conversationFiles: ConversationFiles;
    readonly workspaceStore: Store;
  };
  readonly defaultExpert: Pick<DefaultExpert, "current">;
  /** What the user has to confirm before a question is sent. */
  readonly confirmation: Confirmation;
  readonly permissions: WorkspacePermissions;
  readonly instructions: FolderInstructions;
  readonly own: Own;
}

/** Conversations, what is composed for them, and the way of a question to its expert. */
export interface Asking {
  readonly runner: QuestionRunner;
  readonly conversations: Conversations;
  readonly chats: OpenChats;
  readonly options: ExpertOptions;
  readonly sender: QuestionSender;
  readonly queue: QuestionQueue;
  readonly tools: QuestionTools;
}

export function buildAsking(parts: AskingParts): Asking {
  const { connection, settings, store, storage, own } = parts;
  const conversations = own(new Conversations(storage.conversationFiles));
  const { pictures } = conversations;
  const runner = own(new QuestionRunner({ ...parts, pictures }));
  const chats = own(new OpenChats(storage.workspaceStore, conversations));
  const options = own(new ExpertOptions(connection, store, settings, parts.permissions));
  const sender = own(new QuestionSender({ ...parts, runner, options, chats }));
  // Who chooses another hub asks it from the chats that they see; what is with another one stays there.
  own(
    connection.onWillChoose((scope) => {
      for (const chat of chats.shown) sender.hubs.continueHere(chat, scope);
    }),
  );
  return {
    runner,
    conversations,
    chats,
    options,
    sender,
    tools: parts.tools,
    queue: own(new QuestionQueue(sender, chats)),
  };
}
