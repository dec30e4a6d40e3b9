import type { IsExcluded } from "./excluded";
import type { Folder } from "./roots";

/** What one call of the workspace tool may see. */
export interface View {
  readonly folders: readonly Folder[];
  readonly isExcluded: IsExcluded;
  readonly signal: AbortSignal;
}
