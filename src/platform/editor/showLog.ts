import type { ChannelLog } from "./log";
import type { Command } from "./command";

export function showLog(log: ChannelLog): Command {
  return {
    id: "expertHub.showLog",
    run(): void {
      log.show();
    },
  };
}
