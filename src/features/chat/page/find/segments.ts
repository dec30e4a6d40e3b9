import type { StepView, TurnView } from "../../../../page/protocol/views";
import type { WordContext } from "../richText/words";
import { fold } from "./fold";

/** Where in a turn's element a text is drawn. */
export type TextPlace =
  | { part: "question" | "problem" | "details" | "reasoning" }
  | { part: "attachment" | "piece"; at: number }
  | { part: "step"; group: number; member: number; field: StepField };

export type StepField =
  | { name: "tool" | "query" | "log" | "id" | "raw" }
  | { name: "content"; message: number }
  | { name: "call" | "arguments"; message: number; call: number };

/** One searchable text, folded. */
export interface Segment {
  turnId: string;
  place: TextPlace;
  text: string;
  /** Repeats what other texts of its step contain: counts only if they have no match. */
  repeats?: boolean;
}

export interface SegmentContext extends WordContext {
  words(output: string, context: WordContext): Generator<string>;
}

/** The texts of a turn in page order. */
export function segmentsOf(turn: TurnView, context: SegmentContext): Segment[] {
  const segments: Segment[] = [];
  const add = (place: TextPlace, text: string | undefined, repeats = false) => {
    if (!text) return;
    segments.push({ turnId: turn.id, place, text: fold(text), ...(repeats && { repeats }) });
  };
  add({ part: "question" }, context.withEscapes(turn.question, "prose"));
  turn.attachments.forEach(({ text }, at) =>
    add({ part: "attachment", at }, context.withEscapes(text)),
  );
  const { result } = turn;
  if (result.state === "failed") {
    add({ part: "problem" }, context.visible(result.problem.sentence, 2000));
    add({ part: "details" }, context.withEscapes(result.problem.details ?? ""));
  }
  if (result.state !== "done") return segments;
  add({ part: "reasoning" }, context.withEscapes(result.answer.reasoning ?? "", "prose"));
  const groups = result.answer.steps.filter((group) => group.length > 0);
  for (const [group, members] of groups.entries())
    for (const [member, step] of members.entries())
      for (const [field, text] of fieldsOf(step, context))
        add({ part: "step", group, member, field }, text, field.name === "raw");
  if (result.answer.output.trim() === "") return segments;
  let at = 0;
  for (const words of context.words(result.answer.output, context))
    add({ part: "piece", at: at++ }, words);
  return segments;
}

function* fieldsOf(
  step: StepView,
  { withEscapes, visible }: WordContext,
): Generator<[StepField, string]> {
  yield [{ name: "tool" }, visible(step.tool ?? "", 80) || "step"];
  yield [{ name: "query" }, withEscapes(step.query ?? "")];
  yield [{ name: "log" }, withEscapes(step.log ?? "")];
  for (const [message, { content, calls }] of step.messageLog.entries()) {
    yield [{ name: "content", message }, withEscapes(content ?? "")];
    for (const [call, { name, type, id, arguments: given }] of calls.entries()) {
      const head = [name, type, id].map((word) => visible(word ?? "", 200));
      yield [{ name: "call", message, call }, head.join("\0")];
      yield [{ name: "arguments", message, call }, withEscapes(given ?? "")];
    }
  }
  yield [{ name: "id" }, visible(step.toolCallId ?? "", 300)];
  yield [{ name: "raw" }, withEscapes(step.raw)];
}
