import type { AnswerView, TurnView } from "../../../../page/protocol/views";
import type { WordContext } from "../richText/words";
import { fold } from "./fold";

/** Where in a turn's element a text is drawn. */
export type TextPlace =
  | { part: "question" | "problem" | "details" | "reasoning" }
  | { part: "attachment" | "piece"; at: number }
  | { part: "step"; at: number; field: "sentence" | "found" };

/** One searchable text, folded. */
export interface Segment {
  turnId: string;
  place: TextPlace;
  text: string;
}

export interface SegmentContext extends WordContext {
  words(output: string, context: WordContext): Generator<string>;
}

/** The texts of a turn in page order. */
export function segmentsOf(turn: TurnView, context: SegmentContext): Segment[] {
  const segments: Segment[] = [];
  const add = (place: TextPlace, text: string | undefined) => {
    if (text) segments.push({ turnId: turn.id, place, text: fold(text) });
  };
  add({ part: "question" }, context.withEscapes(turn.question, "prose"));
  turn.attachments.forEach(({ label }, at) =>
    add({ part: "attachment", at }, context.visible(label, 300)),
  );
  const { result } = turn;
  if (result.state === "failed") {
    add({ part: "problem" }, context.visible(result.problem.sentence, 2000));
    add({ part: "details" }, context.withEscapes(result.problem.details ?? ""));
  }
  const answer = writtenIn(result);
  if (!answer) return segments;
  add({ part: "reasoning" }, context.withEscapes(answer.reasoning ?? "", "prose"));
  for (const [at, { sentence, found = "" }] of answer.steps.entries()) {
    add({ part: "step", at, field: "sentence" }, context.visible(sentence, 400));
    add({ part: "step", at, field: "found" }, context.withEscapes(found));
  }
  if (answer.output.trim() === "") return segments;
  let at = 0;
  for (const words of context.words(answer.output, context))
    add({ part: "piece", at: at++ }, words);
  return segments;
}

/** An answer, or as much of it as is there. */
function writtenIn(
  result: TurnView["result"],
): Pick<AnswerView, "output" | "steps" | "reasoning"> | undefined {
  if (result.state === "waiting")
    return result.live && { ...result.live, output: result.live.text };
  return "answer" in result ? result.answer : undefined;
}
