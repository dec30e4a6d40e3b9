import type { BuiltInHub } from "../../app/connection/builtInHub";
import type { Connection } from "../../app/connection/connection";
import type { Notify } from "../workbench/notify";
import type { Command } from "../workbench/command";

/** Stops the built-in hub and goes back to the hub of the settings, where there is one. */
export class StopBuiltInHub implements Command {
  readonly id = "expertHub.stopLocalHub";
  readonly #connection: Connection;
  readonly #builtInHub: BuiltInHub;

  readonly #notify: Notify;

  constructor(connection: Connection, builtInHub: BuiltInHub, notify: Notify) {
    this.#connection = connection;
    this.#builtInHub = builtInHub;
    this.#notify = notify;
  }

  async run(): Promise<void> {
    // The palette offers it also before anything is known about the hub.
    if (!this.#connection.hub?.builtIn && !this.#builtInHub.isRunning) {
      this.#notify.information("The built-in hub is not in use.");
      return;
    }
    await this.#connection.useBuiltIn(false);
    await this.#builtInHub.stop();
  }
}
