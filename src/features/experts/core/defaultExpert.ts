import { isId } from "../../../contract/address";
import { isRecord } from "../../../contract/record";
import type { Event } from "../../../kit/event";
import type { SavedExpert } from "./savedExpert";

/** Whom new conversations ask, as long as the user picks nobody. */
export interface DefaultExpert {
  /** `undefined` if there is no default, or if it is not among the user's experts. */
  readonly current: SavedExpert | undefined;
  readonly onDidChange: Event<void>;
}

/** The default expert that a value of the setting has for the hub with this scope. */
export function defaultAt(value: unknown, scope: string): number | undefined {
  const id = isRecord(value) && Object.hasOwn(value, scope) ? value[scope] : undefined;
  return isId(id) ? id : undefined;
}

/** The value with another default expert for this hub; `undefined` if it names none then. */
export function withDefault(
  value: unknown,
  scope: string,
  id: number | undefined,
): Record<string, unknown> | undefined {
  const { [scope]: _, ...others } = isRecord(value) ? value : {};
  const changed = id === undefined ? others : { ...others, [scope]: id };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
