import type { Memory, StateStore } from "../../../page/host/memory";
import type { Host } from "../../../page/host/rpc";
import type { Folds } from "../../../page/ui/folds";
import type { Notices } from "../../../page/ui/notices";
import type { Toolkit } from "../../../page/ui/toolkit";
import type { TurnContext } from "../../chat/page/contexts";
import type { TurnParts } from "../../chat/page/turnParts";

/** What the first script hands over. */
export interface PageParts {
  readonly host: Host;
  readonly toolkit: Toolkit;
  readonly turnParts: TurnParts;
  readonly store: StateStore;
  readonly Folds: typeof Folds;
  readonly Memory: typeof Memory;
  readonly Notices: typeof Notices;
}

/** What the parts of a comparison share. */
export interface ComparisonContext {
  readonly toolkit: Toolkit;
  readonly turnParts: TurnParts;
  readonly host: Host;
  readonly notices: Notices;
  /** What a turn needs. */
  readonly turn: Omit<TurnContext, "stop" | "menuOf">;
}
