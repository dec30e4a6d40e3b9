import type { IsExcluded } from "./excluded";
import type { LocalFolder } from "../../../contract/builtInHubApi";

/** What one call of the workspace tool may see. */
export interface View {
  readonly folders: readonly LocalFolder[];
  readonly isExcluded: IsExcluded;
  readonly signal: AbortSignal;
}
