import type { Own } from "../../../kit/disposable";
import type { Keys } from "../../../platform/core/ports";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/commands";
import type { SelectedEditor } from "../../../platform/editor/selectedEditor";
import type { Account } from "../../connection/core/account";
import type { BuiltInHub } from "../../connection/core/builtInHub";
import type { Connection } from "../../connection/core/connection";
import type { ConnectionPrompts } from "../../connection/editor/connectionPrompts";
import type { FileExperts } from "../core/fileExperts";
import type { RemoveHub } from "../core/removeHub";
import type { Roster } from "../core/roster";
import type { Setup } from "../core/setup";
import { addExpert } from "./addExpert";
import { changeHubs } from "./changeHubs";
import { checkConnection, type CheckConnectionParts } from "./checkConnection";
import {
  chooseAbility,
  type ChooseInChat,
  chooseModel,
  copyId,
  getStarted,
  moveExpert,
  openExpertFile,
  refreshExperts,
  showExpert,
  showExpertChanges,
  startBuiltInHub,
} from "./commands";
import type { DefaultExperts } from "./defaultExperts";
import { ExpertDocuments } from "./expertDocument";
import type { ExpertRows } from "./expertRows";
import type { ExpertsTree } from "./expertsTree";
import { newExpert } from "./newExpert";
import { removeExpert } from "./removeExpert";
import { useAsDefault, useAsDefaultForLanguage } from "./useAsDefault";

export interface ExpertsParts {
  readonly account: Account;
  readonly builtInHub: BuiltInHub;
  readonly connection: Connection;
  readonly defaults: DefaultExperts;
  readonly expertRows: ExpertRows;
  readonly fileExperts: FileExperts;
  readonly keys: Keys;
  readonly roster: Roster;
  readonly setup: Setup;
  readonly workbench: Workbench;
  readonly extensionId: string;
  readonly tree: ExpertsTree;
  readonly prompts: ConnectionPrompts;
  readonly selectedEditor: SelectedEditor;
  readonly removeHub: RemoveHub;
  readonly own: Own;
  readonly choose: ChooseInChat;
  readonly lastAnswer: CheckConnectionParts["lastAnswer"];
  openChat(): Promise<void>;
  revealChat(): Promise<void>;
  /** Experts of the built-in hub were added. */
  onAdded(expertIds: readonly number[]): Promise<void>;
}

/** The commands for experts, their abilities and models, and for hubs with their experts. */
export function buildExperts(parts: ExpertsParts): { readonly commands: readonly Command[] } {
  const { account, builtInHub, connection, defaults, fileExperts, keys, roster, setup } = parts;
  const { notify, snapshots } = parts.workbench;
  const { prompts, removeHub, selectedEditor, tree, own, lastAnswer, openChat, onAdded } = parts;
  const revealChat = () => parts.revealChat();
  return {
    commands: [
      addExpert({ connection, roster, setup, prompts, notify, revealChat }),
      checkConnection({ connection, roster, keys, snapshots, lastAnswer }),
      ...changeHubs({ connection, account, keys, roster, prompts, notify, removeHub }),
      chooseAbility(parts.choose),
      chooseModel(parts.choose),
      copyId(),
      getStarted(parts.extensionId, parts.expertRows),
      moveExpert("down", roster, tree),
      moveExpert("up", roster, tree),
      newExpert(connection, notify),
      openExpertFile(fileExperts),
      refreshExperts(connection, roster),
      removeExpert(roster, notify, tree),
      showExpert(roster, own(new ExpertDocuments(roster))),
      showExpertChanges(roster, snapshots),
      startBuiltInHub({ connection, builtInHub, roster, account, openChat, onAdded }),
      useAsDefault({ connection, defaults, roster, notify }),
      useAsDefaultForLanguage({ connection, defaults, roster, editor: selectedEditor }),
    ],
  };
}
