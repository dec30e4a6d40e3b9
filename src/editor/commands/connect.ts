import type { Connecting } from "../account/connecting";
import type { Command } from "./command";

export class Connect implements Command {
  readonly id = "expertHub.connect";
  readonly #connecting: Connecting;

  constructor(connecting: Connecting) {
    this.#connecting = connecting;
  }

  async run(): Promise<void> {
    await this.#connecting.connect();
  }
}
