import { t } from "../../../kit/l10n";
import type { Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import type { Overrides } from "./composedQuestion";
import type { Roster } from "../../experts/core/roster";
import { gone } from "../../../platform/core/localError";

/** The question of a turn, to be asked again with some parts changed. */
export function questionAgain(turn: Turn, roster: Roster, chosen: Overrides = {}): Question {
  const modelId = modelChosenSince(turn, roster);
  const present = modelId === undefined ? {} : { modelId };
  return stillOffered({ ...turn.question, ...present, ...chosen }, roster);
}

/** Without an ability that no longer exists, it is a different question, which the user has to ask. */
function stillOffered(question: Question, roster: Roster): Question {
  const expert = roster.get(question.expertId)?.expert;
  if (expert && isGone(question.abilityId, expert.abilities))
    throw gone(
      t(
        "The expert no longer has the ability that this question used. Edit the question and resend it with another one.",
      ),
    );
  if (expert && isGone(question.modelId, expert.expert_llm_models))
    throw gone(
      t(
        "The expert no longer has the model that this question used. Edit the question and resend it with another one.",
      ),
    );
  return question;
}

function isGone(id: number | undefined, offered: readonly { id: number }[]): boolean {
  return id !== undefined && !offered.some((one) => one.id === id);
}

/** The language model that was chosen since the hub had none for this question. */
export function modelChosenSince({ asked, result }: Turn, roster: Roster): number | undefined {
  if (asked.modelId !== undefined || result.state !== "failed") return undefined;
  const { about, status } = result.error.details;
  const isMissing = about === "model" && status === 501;
  return isMissing ? roster.get(asked.expertId)?.modelId : undefined;
}
