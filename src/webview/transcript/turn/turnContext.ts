import type { Host } from "../../host/rpc";
import type { Notices } from "../../ui/notices";

/** What a turn needs from the page. */
export interface TurnContext {
  host: Host;
  notices: Notices;
  hubLabel(): string | undefined;
}
