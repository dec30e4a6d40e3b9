import type { TurnView } from "../../../page/protocol/views";

/** Characters: a longer answer takes noticeable time to reach the page. */
const long = 200_000;
/** Characters that are sent ahead of it: more than a screenful, and drawn before the next frame. */
const ahead = 8_000;

/** A turn with only the first lines of its answer, if the answer is long. */
export function beginningOf(turn: TurnView): TurnView | undefined {
  if (turn.result.state !== "done" || turn.result.answer.output.length < long) return undefined;
  const { answer } = turn.result;
  const lineEnd = answer.output.lastIndexOf("\n", ahead);
  const output = answer.output.slice(0, lineEnd > 0 ? lineEnd : ahead);
  return { ...turn, result: { state: "done", answer: { ...answer, output } } };
}
