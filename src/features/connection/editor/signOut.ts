import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import type { ConnectionParts } from "./commands";

/** Deletes the key and the user data of the hub in use, and aborts requests in flight. */
export function signOut({
  connection,
  account,
  stopQuestions,
  keys,
  notify,
}: Omit<ConnectionParts, "settings" | "builtInHub">): Command {
  return {
    id: "expertHub.signOut",
    async run(): Promise<void> {
      stopQuestions();
      const { hubs, ownHub } = connection;
      // Without an address, a key that was stored before may still be there.
      await keys.forget(ownHub?.scope ?? "");
      connection.abortAll();
      if (ownHub) await account.forget(ownHub.scope);
      notify.information(
        ownHub && hubs.list.length > 1
          ? t("Signed out. The API key for {0} was deleted from this computer.", ownHub.label)
          : t("Signed out. The API key was deleted from this computer."),
      );
    },
  };
}
