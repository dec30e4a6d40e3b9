import { isRecord } from "../../../contract/record";
import type { Store } from "../../../platform/core/ports";

const storedName = "workspacePermissions";

/**
 * An expert that may use its hub's workspace connector in this workspace without being asked about:
 * for the user, or for another one that asks.
 */
export interface WorkspacePermission {
  readonly hubScope: string;
  readonly expertId: number;
  /** The expert's name when the user agreed. */
  readonly name: string;
  /** Who else reads the files; absent for the user. */
  readonly reader?: { readonly id: string; readonly name: string };
}

/** What the user allowed for good in this workspace. */
export class WorkspacePermissions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get list(): readonly WorkspacePermission[] {
    const stored = this.#store.get(storedName);
    return Array.isArray(stored) ? stored.filter(isPermission) : [];
  }

  has(permission: WorkspacePermission): boolean {
    return this.list.some((one) => isSame(one, permission));
  }

  add(permission: WorkspacePermission): Promise<void> {
    return this.#store.set(storedName, [...this.#without(permission), permission]);
  }

  remove(permission: WorkspacePermission): Promise<void> {
    return this.#store.set(storedName, this.#without(permission));
  }

  #without(permission: WorkspacePermission): WorkspacePermission[] {
    return this.list.filter((one) => !isSame(one, permission));
  }
}

function isSame(one: WorkspacePermission, other: WorkspacePermission): boolean {
  return (
    one.hubScope === other.hubScope &&
    one.expertId === other.expertId &&
    one.reader?.id === other.reader?.id
  );
}

function isPermission(value: unknown): value is WorkspacePermission {
  return (
    isRecord(value) &&
    typeof value["hubScope"] === "string" &&
    typeof value["expertId"] === "number" &&
    typeof value["name"] === "string" &&
    (value["reader"] === undefined ||
      (isRecord(value["reader"]) &&
        typeof value["reader"]["id"] === "string" &&
        typeof value["reader"]["name"] === "string"))
  );
}
