import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";
import type { Question } from "../../conversation/core/question";
import type { Confirmation } from "./confirmation";

/** Throws if a question would give a tool access to an untrusted workspace. */
export function expectTrust({ tools }: Question, confirmation: Confirmation): void {
  if (tools?.workspace_connector !== true || confirmation.isTrusted()) return;
  throw new HubError(
    "invalid-request",
    t(
      "The workspace connector is not available in Restricted Mode. Turn it off for this question, or trust the workspace.",
    ),
  );
}
