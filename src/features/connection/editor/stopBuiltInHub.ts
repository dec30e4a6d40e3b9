import type { BuiltInHub } from "../core/builtInHub";
import type { Connection } from "../core/connection";
import { t } from "../../../kit/l10n";
import type { Notify } from "../../../platform/editor/notify";
import type { Command } from "../../../platform/editor/command";

/** Stops the built-in hub and returns to the hub of the settings, if there is one. */
export function stopBuiltInHub(
  connection: Connection,
  builtInHub: BuiltInHub,
  notify: Notify,
): Command {
  return {
    id: "expertHub.stopLocalHub",
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
