import type { Host } from "../../../../../page/host/rpc";
import type { Folds } from "../../../../../page/ui/folds";
import type { Notices } from "../../../../../page/ui/notices";

/** What a turn needs from the page. */
export interface TurnContext {
  host: Host;
  notices: Notices;
  folds: Folds;
  hubLabel(): string | undefined;
}
