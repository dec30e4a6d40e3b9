import type { Message } from "../../../contract/types";
import type { Turn } from "./turn";
import type { Settings } from "../../../platform/core/ports";
import { inputData } from "./inputData";
import { sentQuestion } from "./omitted";

export type HistorySettings = Pick<Settings, "historyTurns" | "roles">;

/** Out of the 10 MiB that a request may have; the rest is left for the question. */
const maxHistoryBytes = 8 * 1024 * 1024;

/** The messages of answered turns that fit into a request, newest last, and how many turns do not fit. */
export function historyOf(
  turns: readonly Turn[],
  hubScope: string,
  { historyTurns, roles }: HistorySettings,
): { messages: Message[]; leftOut: number } {
  const exchanges: Message[][] = [];
  for (let at = turns.length - 1; at >= 0 && exchanges.length < historyTurns; at--) {
    const turn = turns[at]!;
    const { asked, result } = turn;
    if (asked.hubScope !== hubScope || result.state !== "done") continue;
    exchanges.push([
      { role: roles.user, content: inputData(sentQuestion(turn)) },
      { role: roles.assistant, content: result.received.value.output },
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
