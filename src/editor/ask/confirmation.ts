import * as vscode from "vscode";
import type { Confirmation } from "../../app/ask/confirmation";
import type { Connection } from "../../app/connection/connection";
import type { Keys } from "../../app/ports";
import { Consent } from "./consent";
import { OutgoingCheck } from "./outgoingCheck";

/** Everything that the user has to confirm before a question is sent. */
export function confirmationFor(keys: Keys, connection: Connection): Confirmation {
  const check = new OutgoingCheck(keys, connection);
  const consent = new Consent();
  return {
    confirmContent: (question) => check.allows(question),
    confirmReach: (conversation, sent) => consent.allows(conversation, sent),
    confirmReachAgain: (conversation, sent, present) =>
      consent.allowsAgain(conversation, sent, present),
    isTrusted: () => vscode.workspace.isTrusted,
  };
}
