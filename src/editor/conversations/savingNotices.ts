import * as vscode from "vscode";
import type { Quarantined } from "../../app/savedConversations/conversationList";
import type { Conversations } from "../../app/savedConversations/conversations";
import { Owner } from "../../kit/disposable";
import { fireAndForget } from "../../kit/unexpectedErrors";
import type { Notify } from "../workbench/notify";

/** Reports problems with saved conversations, and checks them when the window gains focus. */
export class SavingNotices extends Owner {
  constructor(conversations: Conversations, notify: Notify) {
    super();
    const retry = () => conversations.refresh();
    this.register(conversations.onDidFail((error) => notify.failure(error, { retry })));
    this.register(
      conversations.onDidQuarantine((quarantined) =>
        notify.information(quarantined.map(sentence).join(" ")),
      ),
    );
    this.register(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) fireAndForget(() => conversations.refresh());
      }),
    );
  }
}

function sentence({ reason, names }: Quarantined): string {
  const [first = ""] = names;
  const subject =
    names.length === 1 ? "A saved conversation" : `${names.length} saved conversations`;
  const kept =
    names.length === 1 ? `It was saved as ${first}.` : `They were saved, for example as ${first}.`;
  return reason === "newer"
    ? `${subject} came from a newer version of Expert Hub and cannot be shown. ${kept}`
    : `${subject} could not be read. ${kept}`;
}
