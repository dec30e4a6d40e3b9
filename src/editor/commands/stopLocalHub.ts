import type { BuiltInHub } from "../../app/builtInHub";
import type { Connection } from "../../app/connection";
import type { Command } from "./command";

/** Stops the built-in hub and goes back to the hub of the settings, where there is one. */
export class StopLocalHub implements Command {
  readonly id = "expertHub.stopLocalHub";
  readonly #connection: Connection;
  readonly #builtInHub: BuiltInHub;

  constructor(connection: Connection, builtInHub: BuiltInHub) {
    this.#connection = connection;
    this.#builtInHub = builtInHub;
  }

  async run(): Promise<void> {
    await this.#connection.useBuiltIn(false);
    await this.#builtInHub.stop();
  }
}
