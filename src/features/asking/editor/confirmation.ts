import * as vscode from "vscode";
import type { Confirmation } from "../core/confirmation";
import type { Connection } from "../../connection/core/connection";
import type { Keys } from "../../../platform/core/ports";
import type { ChosenModels } from "../../models/core/chosenModels";
import { Consent } from "./consent";
import { ModelConsent } from "./modelConsent";
import { OutgoingCheck } from "./outgoingCheck";

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
  const check = new OutgoingCheck(keys, connection);
  const consent = new Consent(() => connection.hub?.scope);
  const modelConsent = new ModelConsent(models, connection);
  return {
    confirmContent: (question) => check.allows(question),
    confirmReach: async (conversation, sent) =>
      (await modelConsent.allows(sent)) && consent.allows(conversation, sent),
    confirmReachAgain: async (conversation, sent, present) =>
      (await modelConsent.allows(sent)) && consent.allowsAgain(conversation, sent, present),
    isTrusted: () => vscode.workspace.isTrusted,
  };
}
