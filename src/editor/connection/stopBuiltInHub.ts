import type { BuiltInHub } from "../../app/connection/builtInHub";
import type { Connection } from "../../app/connection/connection";
import type { Notify } from "../workbench/notify";
import type { Command } from "../workbench/command";

/** Stops the built-in hub and goes back to the hub of the settings, where there is one. */
export function stopBuiltInHub(
  connection: Connection,
  builtInHub: BuiltInHub,
  notify: Notify,
): Command {
  return {
    id: "expertHub.stopLocalHub",
    async run(): Promise<void> {
      // The palette offers it also before anything is known about the hub.
      if (!connection.hub?.builtIn && !builtInHub.isRunning) {
        notify.information("The built-in hub is not in use.");
        return;
      }
      await connection.useBuiltIn(false);
      await builtInHub.stop();
    },
  };
}
