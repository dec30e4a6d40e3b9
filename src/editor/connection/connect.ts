import type { Connecting } from "./connectionPrompts";
import type { Command } from "../workbench/command";

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
