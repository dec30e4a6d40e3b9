import type { Connection } from "../../features/connection/core/connection";
import type { Own } from "../../kit/disposable";
import type { Command } from "./command";
import type { ChannelLog } from "./log";
import { Notify } from "./notify";
import { showLog } from "./showLog";
import { Snapshots } from "./snapshots";

export { Commands } from "./commands";
export type { LastEditor } from "./lastEditor";
export type { ChannelLog } from "./log";

/** What every feature shows itself with. */
export interface Workbench {
  readonly notify: Notify;
  readonly snapshots: Snapshots;
  readonly commands: readonly Command[];
}

export function buildWorkbench(log: ChannelLog, connection: Connection, own: Own): Workbench {
  return {
    notify: new Notify(log, () => connection.hub?.builtIn === true),
    snapshots: own(new Snapshots()),
    commands: [showLog(log)],
  };
}
