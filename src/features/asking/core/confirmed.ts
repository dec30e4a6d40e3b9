import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import { unlessAborted } from "../../../kit/abort";
import { gone } from "../../../platform/core/localError";
import type { Connection } from "../../connection/core/connection";
import type { Chat } from "./chat";
import type { OpenChats } from "./openChats";
import { hubChanged } from "./notSent";

interface ConfirmedParts {
  readonly connection: Pick<Connection, "onDidChange">;
  readonly chats: Pick<OpenChats, "of">;
}

/**
 * Resolves once the user has agreed. Rejects if nothing may be sent: the user declined, the signal was
 * aborted, the chat is gone, or the hubs are no longer those that the user was asked about.
 */
export async function confirmed(
  { connection, chats }: ConfirmedParts,
  chat: Chat,
  ask: (over: AbortSignal) => Promise<boolean>,
  { isSameHub, signal }: { isSameHub(): boolean; signal?: AbortSignal | undefined },
): Promise<void> {
  // What the user is asked about would no longer go where the question says.
  const other = new AbortController();
  const watching = connection.onDidChange(() => (isSameHub() ? undefined : other.abort()));
  try {
    const over = AbortSignal.any([other.signal, ...(signal ? [signal] : [])]);
    // A dialog of the editor cannot be closed, and a keyring may be slow.
    const allowed = await unlessAborted(ask(over), over);
    if (other.signal.aborted) throw hubChanged();
    if (!allowed || signal?.aborted) throw new HubError("cancelled", t("Nothing was sent."));
    if (chats.of(chat.conversation.id) !== chat)
      throw gone(t("This conversation no longer exists."));
  } finally {
    watching.dispose();
  }
}
