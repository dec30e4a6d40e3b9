import * as vscode from "vscode";
import type { Quarantined } from "../../conversation/core/quarantine";
import type { Conversations } from "../../conversation/core/conversations";
import type { SavedConversations } from "../core/savedConversations";
import { Owner } from "../../../kit/disposable";
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
