import * as vscode from "vscode";
import { type Own, Owner } from "../../../kit/disposable";
import type { ChatFeature } from "../../chat/editor";
import type { Keys } from "../../../platform/core/ports";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Account } from "../../connection/core/account";
import type { StoredExtras } from "../../connection/editor/storedExtras";
import type { Connection } from "../../connection/core/connection";
import type { PolicyFile } from "../../../policy/policyFile";
import type { Asking } from "../../asking/core";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import {
  deleteAllConversations,
  findConversation,
  importConversation,
  renameConversation,
  togglePin,
  openConversation,
} from "./commands";
import { ConversationSelection } from "./conversationSelection";
import type { ConversationsTree } from "./conversationsTree";
import { ConversationRows } from "./conversationRows";
import { deleteConversation } from "./deleteConversation";
import { exportConversation } from "./exportConversation";
import { SavedConversations } from "../core/savedConversations";
import { searchConversations } from "./searchConversations";
import type { Quarantined } from "../../conversation/core/conversationFile";
import type { Conversations } from "../../conversation/core/conversations";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";

/** Reports problems with saved conversations, and checks them when the window gains focus. */
export class SavingNotices extends Owner {
  constructor(conversations: Conversations, saved: SavedConversations, notify: Notify) {
    super();
    const retry = () => saved.refresh();
    this.register(conversations.onDidFail((error) => notify.failure(error, { retry })));
    this.register(conversations.drafts.onDidFail((error) => notify.failure(error, { retry })));
    this.register(
      conversations.onDidQuarantine((quarantined) =>
        notify.information(quarantined.map(sentence).join(" ")),
      ),
    );
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) fireAndForget(() => saved.refresh());
      }),
    );
  }
}

function sentence({ reason, names }: Quarantined): string {
  const [first = "", ...others] = names;
  if (others.length === 0)
    return reason === "newer"
      ? t(
          "A saved conversation came from a newer version of Expert Hub and cannot be shown. It was saved as {0}.",
          first,
        )
      : t("A saved conversation could not be read. It was saved as {0}.", first);
  return reason === "newer"
    ? t(
        "{0} saved conversations came from a newer version of Expert Hub and cannot be shown. They were saved, for example as {1}.",
        names.length,
        first,
      )
    : t(
        "{0} saved conversations could not be read. They were saved, for example as {1}.",
        names.length,
        first,
      );
}

interface ConversationsParts {
  readonly connection: Connection;
  readonly account: Account;
  readonly keys: Keys;
  readonly extras: Pick<StoredExtras, "headerValues">;
  readonly builtInHub: BuiltInHub;
  readonly policy: PolicyFile;
  readonly asking: Asking;
  readonly workbench: Workbench;
  readonly chat: Pick<ChatFeature, "argument" | "panels">;
  readonly tree: Pick<ConversationsTree, "selection">;
  readonly own: Own;
}

export interface HistoryFeature {
  readonly rows: ConversationRows;
  readonly commands: readonly Command[];
}

/** Saved conversations: their tree and their commands. */
export function buildHistory(parts: ConversationsParts): HistoryFeature {
  const { notify } = parts.workbench;
  const { chats, conversations, sender } = parts.asking;
  const { argument, panels } = parts.chat;
  const { own, tree } = parts;
  const saved = own(new SavedConversations(conversations));
  const selection = new ConversationSelection(tree, argument, saved);
  own(new SavingNotices(conversations, saved, notify));
  const deletion = { chats, conversations, saved, panels, selection, notify };
  return {
    rows: own(new ConversationRows(saved, chats, sender.hubs, parts.policy)),
    commands: [
      deleteAllConversations(saved, notify),
      deleteConversation(deletion),
      exportConversation({
        ...parts,
        chats,
        selection,
        notify,
        pictures: conversations.pictures,
      }),
      findConversation(argument, panels),
      importConversation(chats, panels, conversations),
      openConversation(chats, panels, selection, tree),
      renameConversation(chats, selection),
      searchConversations({ saved, chats, panels }),
      togglePin(saved, selection),
    ],
  };
}
