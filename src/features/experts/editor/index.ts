import type { Own } from "../../../kit/disposable";
import type { ConnectionPrompts } from "../../connection/editor/connectionPrompts";
import type { Core } from "../../../core";
import type { Selection } from "../../attachments/editor";
import type { Workbench } from "../../../platform/editor";
import type { Command } from "../../../platform/editor/command";
import { addExpert } from "./addExpert";
import { chooseAbility } from "./chooseAbility";
import { chooseModel } from "./chooseModel";
import { copyId } from "./copyId";
import type { ChooseInChat } from "./expertChoices";
import { ExpertDocuments } from "./expertDocument";
import type { ExpertsTree } from "./expertsTree";
import { getStarted } from "./getStarted";
import { moveExpert } from "./moveExpert";
import { newExpert } from "./newExpert";
import { openExpertFile } from "./openExpertFile";
import { refreshExperts } from "./refreshExperts";
import { removeExpert } from "./removeExpert";
import { showExpert } from "./showExpert";
import { useAsDefault, useAsDefaultForLanguage } from "./useAsDefault";
import { showExpertChanges } from "./showExpertChanges";

export interface ExpertsParts {
  readonly core: Core;
  readonly workbench: Workbench;
  readonly extensionId: string;
  readonly tree: ExpertsTree;
  readonly prompts: ConnectionPrompts;
  readonly selection: Pick<Selection, "selectedEditor">;
  readonly own: Own;
  readonly choose: ChooseInChat;
  revealChat(): Promise<void>;
}

/** The commands for experts, their abilities and models. */
export function buildExperts(parts: ExpertsParts): { readonly commands: readonly Command[] } {
  const { connection, defaults, expertRows, fileExperts, roster, setup } = parts.core;
  const { notify, snapshots } = parts.workbench;
  const { extensionId, prompts, selection, tree, own } = parts;
  const revealChat = () => parts.revealChat();
  return {
    commands: [
      addExpert({ connection, roster, setup, prompts, notify, revealChat }),
      chooseAbility(parts.choose),
      chooseModel(parts.choose),
      copyId(),
      getStarted(extensionId, expertRows),
      moveExpert("down", roster, tree),
      moveExpert("up", roster, tree),
      newExpert(connection, notify),
      openExpertFile(fileExperts),
      refreshExperts(connection, roster),
      removeExpert(roster, notify, tree),
      showExpert(roster, own(new ExpertDocuments(roster))),
      showExpertChanges(roster, snapshots),
      useAsDefault({ connection, defaults, roster, notify }),
      useAsDefaultForLanguage({ connection, defaults, roster, editor: selection.selectedEditor }),
    ],
  };
}
