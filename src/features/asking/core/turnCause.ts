import type { Cause } from "../../../contract/purpose";
import { sentQuestion } from "../../conversation/core/omitted";
import type { Turn } from "../../conversation/core/turn";

/** What the activity log says about the question of a turn. */
export function causeOf(turn: Turn, by: Cause["by"]): Cause {
  const { id, asked } = turn;
  const paths = (sentQuestion(turn).attachments ?? []).flatMap(({ path }) => path ?? []);
  return {
    by,
    turnId: id,
    expertId: asked.expertId,
    abilityId: asked.abilityId,
    model: asked.modelName,
    ...(paths.length > 0 && { attachments: paths }),
  };
}
