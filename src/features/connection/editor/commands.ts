import { t } from "../../../kit/l10n";
import type { Keys } from "../../../platform/core/ports";
import type { Command } from "../../../platform/editor/commands";
import type { Notify } from "../../../platform/editor/notify";
import type { Account } from "../core/account";
import type { BuiltInHub } from "../core/builtInHub";
import type { Connection } from "../core/connection";
import type { ConnectionPrompts } from "./connectionPrompts";

export function connect(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.connect",
    async run(): Promise<void> {
      await prompts.connect();
    },
  };
}

export function setApiKey(prompts: ConnectionPrompts): Command {
  return {
    id: "expertHub.setApiKey",
    async run(): Promise<void> {
      await prompts.setKey();
    },
  };
}

/** Deletes the key and the user data of the hub in use, and aborts requests in flight. */
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

/** Stops the built-in hub and returns to the hub of the settings, if there is one. */
export function stopBuiltInHub(
  connection: Connection,
  builtInHub: BuiltInHub,
  notify: Notify,
): Command {
  return {
    id: "expertHub.stopBuiltInHub",
    async run(): Promise<void> {
      // The palette offers it even before anything is known about the hub.
      if (!connection.hub?.builtIn && !builtInHub.isRunning) {
        notify.information(t("The built-in hub is not in use."));
        return;
      }
      await connection.useBuiltIn(false);
      await builtInHub.stop();
    },
  };
}
