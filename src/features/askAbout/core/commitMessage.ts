import { HubError } from "../../../contract/errors";
import { answerBlocks } from "../../../kit/answerBlocks";
import { t } from "../../../kit/l10n";
import { withoutHidden } from "../../changes/core/hiddenCharacters";
import { onlySearched, type Turn } from "../../conversation/core/turn";

/** The only code block of the answer, else the answer; nothing that does not show. */
export function commitMessageIn(turn: Pick<Turn, "asked" | "sent" | "result">): string {
  const { result } = turn;
  if (result.state === "failed") throw result.error;
  if (result.state !== "done") throw new HubError("cancelled", t("The question was stopped."));
  const { output } = result.received.value;
  const [block, ...others] = answerBlocks(output);
  const text = block && others.length === 0 ? block.code : output;
  const message = onlySearched(turn) ? "" : withoutHidden(text).trim();
  if (message === "")
    throw new HubError(
      "invalid-request",
      t("The answer contains no commit message. The expert needs a language model for one."),
    );
  return message;
}
