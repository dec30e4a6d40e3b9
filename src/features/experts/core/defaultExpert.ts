import type { Event } from "../../../kit/event";
import type { SavedExpert } from "./savedExpert";

/** Whom new conversations ask, as long as the user picks nobody. */
export interface DefaultExpert {
  /** `undefined` if there is no default, or if it is not among the user's experts. */
  readonly current: SavedExpert | undefined;
  readonly onDidChange: Event<void>;
}
