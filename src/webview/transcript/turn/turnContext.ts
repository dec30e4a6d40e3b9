import type { Host } from "../../host/rpc";
import type { Folds } from "../../ui/folds";
import type { Notices } from "../../ui/notices";

/** What a turn needs from the page. */
export interface TurnContext {
  host: Host;
  notices: Notices;
  folds: Folds;
  hubLabel(): string | undefined;
}
