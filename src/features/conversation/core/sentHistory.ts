import type { Message } from "../../../contract/types";
import type { Settings } from "../../../platform/core/ports";
import { earlierInputData } from "./inputData";
import { sentQuestion } from "./omitted";
import { type Turn, answerOf } from "./turn";

export type HistorySettings = Pick<Settings, "historyTurns" | "roles">;

/** Out of the 10 MiB that a request may have; the rest is left for the question. */
const maxHistoryBytes = 8 * 1024 * 1024;

/** For a language model: behind what there was of an answer when the user stopped it. */
const brokenOff = "[The user stopped this answer here.]";

/** The messages of answered turns that fit into a request, newest last, and how many turns do not fit. */
export function sentHistory(
  turns: readonly Turn[],
  hubScope: string,
  { historyTurns, roles }: HistorySettings,
): { messages: Message[]; leftOut: number } {
  const exchanges: Message[][] = [];
  for (let at = turns.length - 1; at >= 0 && exchanges.length < historyTurns; at--) {
    const turn = turns[at]!;
    const { asked, result } = turn;
    const { output = "" } = answerOf(turn) ?? {};
    const isStopped = result.state === "stopped" && output.trim() !== "";
    if (asked.hubScope !== hubScope || !(isStopped || result.state === "done")) continue;
    exchanges.push([
      { role: roles.user, content: earlierInputData(sentQuestion(turn)) },
      { role: roles.assistant, content: isStopped ? `${output}\n\n${brokenOff}` : output },
    ]);
  }
  let bytes = 0;
  const fitting = exchanges.filter(
    (exchange) => (bytes += Buffer.byteLength(JSON.stringify(exchange))) <= maxHistoryBytes,
  );
  return {
    messages: fitting.toReversed().flat(),
    leftOut: exchanges.length - fitting.length,
  };
}
