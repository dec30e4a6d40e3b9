import type { Connecting } from "../account/connecting";
import type { Command } from "./command";

export class SetApiKey implements Command {
  readonly id = "expertHub.setApiKey";
  readonly #connecting: Connecting;

  constructor(connecting: Connecting) {
    this.#connecting = connecting;
  }

  async run(): Promise<void> {
    await this.#connecting.setKey();
  }
}
