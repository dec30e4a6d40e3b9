import type { HubError } from "../../hub/errors";
import type { Question } from "../conversation/question";
import type { Roster } from "../experts/roster";
import { gone } from "../localError";

/** Without an ability that no longer exists, it is a different question, which the user has to ask. */
export function stillOffered(question: Question, roster: Roster): Question {
  const expert = roster.get(question.expertId)?.expert;
  if (expert && isGone(question.abilityId, expert.abilities)) throw noLonger("ability");
  if (expert && isGone(question.modelId, expert.expert_llm_models)) throw noLonger("model");
  return question;
}

function isGone(id: number | undefined, offered: readonly { id: number }[]): boolean {
  return id !== undefined && !offered.some((one) => one.id === id);
}

function noLonger(what: "ability" | "model"): HubError {
  return gone(
    `The expert no longer has the ${what} that this question used. Edit the question and resend it with another one.`,
  );
}
