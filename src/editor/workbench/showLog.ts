import type { ChannelLog } from "./log";
import type { Command } from "./command";

export class ShowLog implements Command {
  readonly id = "expertHub.showLog";
  readonly #log: ChannelLog;

  constructor(log: ChannelLog) {
    this.#log = log;
  }

  run(): void {
    this.#log.show();
  }
}
