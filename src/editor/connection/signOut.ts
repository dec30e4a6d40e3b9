import type { Account } from "../../app/connection/account";
import type { Connection } from "../../app/connection/connection";
import type { Keys } from "../../app/ports";
import type { Notify } from "../workbench/notify";
import type { Command } from "../workbench/command";

/** Deletes the key and the user data, and aborts requests in flight. */
export function signOut({
  connection,
  account,
  stopQuestions,
  keys,
  notify,
}: {
  connection: Connection;
  account: Account;
  stopQuestions: () => void;
  keys: Keys;
  notify: Notify;
}): Command {
  return {
    id: "expertHub.signOut",
    async run(): Promise<void> {
      stopQuestions();
      await keys.forget();
      connection.abortAll();
      const { ownHub } = connection;
      if (ownHub) await account.forget(ownHub.scope);
      notify.information("Signed out. The API key was deleted from this computer.");
    },
  };
}
