import { t } from "../../../kit/l10n";
import type { Question } from "../../conversation/core/question";
import type { Roster } from "../../experts/core/roster";
import { gone } from "../../../platform/core/localError";

/** Without an ability that no longer exists, it is a different question, which the user has to ask. */
export function stillOffered(question: Question, roster: Roster): Question {
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
