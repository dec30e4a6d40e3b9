import type { Command } from "../../../platform/editor/commands";
import { addExpert } from "./addExpert";
import { changeHubs } from "./changeHubs";
import { checkConnection } from "./checkConnection";
import {
  copyId,
  getStarted,
  moveExpert,
  openExpertFile,
  refreshExperts,
  showExpert,
  showExpertChanges,
  startBuiltInHub,
  useForNextQuestion,
  removeExpert,
} from "./commands";
import { ExpertDocuments } from "./expertDocument";
import type { ExpertsParts } from "./expertsParts";
import { newExpert } from "./newExpertFile";
import { setDefaultExpert } from "./setDefaultExpert";

export function buildExperts(parts: ExpertsParts): { readonly commands: readonly Command[] } {
  const { connection, notify, roster, snapshots, tree } = parts;
  return {
    commands: [
      addExpert(parts),
      checkConnection(parts),
      ...changeHubs(parts),
      copyId(),
      getStarted(parts.extensionId, parts.expertRows),
      moveExpert(roster, tree),
      newExpert(connection, notify),
      openExpertFile(parts.fileExperts),
      refreshExperts(connection, roster),
      removeExpert(roster, notify, tree),
      setDefaultExpert(parts),
      showExpert(roster, parts.own(new ExpertDocuments(roster))),
      showExpertChanges(roster, snapshots),
      startBuiltInHub(parts),
      useForNextQuestion(parts.choose),
    ],
  };
}
