import type { Turn } from "../../conversation/core/turn";

/** A turn and those before it, the newest first; an answer beside another has that one's place. */
export function questionsUpTo(turn: Turn, turns: readonly Turn[]): readonly Turn[] {
  const { beside = turn.id } = turn;
  const at = turns.findIndex(({ id }) => id === beside);
  const earlier = at === -1 ? turns : turns.slice(0, at);
  return [turn, ...earlier.toReversed()];
}
