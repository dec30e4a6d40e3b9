import type { IsExcluded } from "./excluded";
import type { Masked } from "./maskedSecrets";
import type { Folder } from "./roots";

/** What one call of the workspace tool may see. */
export interface View {
  readonly folders: readonly Folder[];
  readonly isExcluded: IsExcluded;
  readonly mask: (text: string) => Masked;
  readonly signal: AbortSignal;
}
