import type { Own } from "../../../kit/disposable";
import type { Keys } from "../../../platform/core/ports";
import type { Notify } from "../../../platform/editor/notify";
import type { Snapshots } from "../../../platform/editor/snapshots";
import type { Account } from "../../connection/core/account";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { ConnectionPrompts } from "../../connection/editor/connectionPrompts";
import type { FileExperts } from "../core/fileExperts";
import type { RemoveHub } from "../core/removeHub";
import type { Roster } from "../core/roster";
import type { Setup } from "../core/setup";
import type { ExpertRows } from "./expertRows";
import type { ExpertsTree } from "./expertsTree";

/** Chooses an ability or a model of an expert for the chat that was used last. */
export type ChooseInChat = (
  expertId: number,
  part: "abilityId" | "modelId",
  id: number,
) => Promise<void>;

/** The newest answer of the chat that the user was in last, as far as it is reported. */
export interface LastAnswer {
  readonly asked: { readonly hubScope: string };
  readonly sent: { readonly endpoint: string };
  readonly result: {
    readonly state: string;
    readonly received?: { readonly elapsedMs: number; readonly raw: unknown };
  };
}

/** What the commands of this feature use. */
export interface ExpertsParts {
  readonly account: Account;
  readonly builtInHub: BuiltInHub;
  readonly connection: Connection;
  readonly expertRows: ExpertRows;
  readonly fileExperts: FileExperts;
  readonly keys: Keys;
  readonly roster: Roster;
  readonly setup: Setup;
  readonly notify: Notify;
  readonly snapshots: Snapshots;
  readonly extensionId: string;
  readonly tree: ExpertsTree;
  readonly prompts: ConnectionPrompts;
  readonly removeHub: RemoveHub;
  readonly own: Own;
  readonly choose: ChooseInChat;
  readonly lastAnswer: () => LastAnswer | undefined;
  openChat(this: void): Promise<void>;
  /** Without taking the focus. */
  revealChat(this: void): Promise<void>;
  /** Experts of the built-in hub were added. */
  onAdded(this: void, expertIds: readonly number[]): Promise<void>;
}
