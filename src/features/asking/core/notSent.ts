import { HubError } from "../../../contract/errors";
import { t } from "../../../kit/l10n";

export function hubChanged(): HubError {
  return new HubError("conflict", t("The hub changed in the meantime. Nothing was sent."));
}

export function nothingToSend(): HubError {
  return new HubError(
    "invalid-request",
    t("There is nothing to send. Type a question, or attach a selection or a file."),
  );
}

export function stillAnswering(): HubError {
  return new HubError("conflict", t("The previous question is still being answered."));
}
