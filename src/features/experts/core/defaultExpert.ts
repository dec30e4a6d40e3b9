import { isId } from "../../../contract/address";
import { isRecord } from "../../../contract/record";
import type { Event } from "../../../kit/event";
import type { SavedExpert } from "./savedExpert";

/** Tells which hub an ID alone stands for, by the hub's scope. */
type HubOf = (id: number) => string | undefined;

/**
 * The default expert that a value of the setting names for a hub. The value is an ID for each hub, by
 * the hub's scope, or an ID alone. `null` says that there is none, `undefined` says nothing.
 */
export function defaultAt(value: unknown, scope: string, hubOf: HubOf): number | null | undefined {
  const named = isRecord(value) ? ownValue(value, scope) : value;
  if (named === null) return null;
  if (!isId(named) || (named === value && hubOf(named) !== scope)) return undefined;
  return named;
}

/** The value with another default expert for this hub; `undefined` if it names none then. */
export function withDefault(
  value: unknown,
  scope: string,
  id: number | undefined,
  hubOf: HubOf,
): Record<string, unknown> | undefined {
  const { [scope]: _, ...others } = isRecord(value) ? value : byHub(value, hubOf);
  const changed = id === undefined ? others : { ...others, [scope]: id };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

function byHub(value: unknown, hubOf: HubOf): Record<string, unknown> {
  const scope = isId(value) ? hubOf(value) : undefined;
  return scope === undefined ? {} : { [scope]: value };
}

function ownValue(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Whom new conversations ask, as long as the user picks nobody. */
export interface DefaultExpert {
  /** `undefined` if there is no default, or if it is not among the user's experts. */
  readonly current: SavedExpert | undefined;
  readonly onDidChange: Event<void>;
}
