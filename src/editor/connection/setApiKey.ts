import type { Connecting } from "./connectionPrompts";
import type { Command } from "../workbench/command";

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
