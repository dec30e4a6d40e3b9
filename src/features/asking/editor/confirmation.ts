import * as vscode from "vscode";
import type { Confirmation } from "../core/confirmation";
import type { Connection } from "../../connection/core/connection";
import type { Keys } from "../../../platform/core/ports";
import type { ChosenModels } from "../../models/core/chosenModels";
import { ReachConsent } from "./consent";
import { ContentCheck } from "./contentCheck";

/** Everything that the user has to confirm before a question is sent. */
export function confirmationFor({
  keys,
  connection,
  models,
}: {
  keys: Keys;
  connection: Connection;
  models: ChosenModels;
}): Confirmation {
  const check = new ContentCheck(keys, connection);
  const consent = new ReachConsent(models, connection);
  return {
    confirmContent: (question) => check.allows(question),
    confirmReach: (...question) => consent.allows(...question),
    isTrusted: () => vscode.workspace.isTrusted,
  };
}
