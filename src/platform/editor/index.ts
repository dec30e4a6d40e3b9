import type { Own } from "../../kit/disposable";
import type { Command } from "./commands";
import type { ChannelLog } from "./log";
import { Notify, type NotifyOptions } from "./notify";
import { Snapshots } from "./snapshots";

/** What every feature shows itself with. */
export interface Workbench {
  readonly notify: Notify;
  readonly snapshots: Snapshots;
  readonly commands: readonly Command[];
}

export function buildWorkbench(log: ChannelLog, options: NotifyOptions, own: Own): Workbench {
  return {
    notify: new Notify(log, options),
    snapshots: own(new Snapshots()),
    commands: [showLog(log)],
  };
}

export function showLog(log: ChannelLog): Command {
  return {
    id: "expertHub.showLog",
    run(): void {
      log.show();
    },
  };
}
