import type { Host } from "../../../../../webview/host/rpc";
import type { Folds } from "../../../../../webview/ui/folds";
import type { Notices } from "../../../../../webview/ui/notices";

/** What a turn needs from the page. */
export interface TurnContext {
  host: Host;
  notices: Notices;
  folds: Folds;
  hubLabel(): string | undefined;
}
