import type { Conversation } from "../../conversation/core/conversation";
import { hasSameContent, type Question } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";

/** Expert, ability, model and other settings of a column, as in the request body. */
export interface Way {
  readonly hubScope: string;
  readonly expertId: number;
  readonly abilityId?: number;
  readonly modelId?: number;
  readonly temperature?: number;
  readonly mode: "agent" | "model";
}

export interface Column {
  /** The same for the same settings. */
  readonly id: string;
  readonly way: Way;
  /** The turns of this column, the newest last; never empty. */
  readonly turns: readonly Turn[];
}

/** The answers of one column to one question, the newest last. */
export interface Cell {
  readonly row: number;
  readonly column: Column;
  readonly turns: readonly Turn[];
}

/** A turn of a conversation and what stands beside it, side by side; made from the turns alone. */
export interface Comparison {
  readonly conversation: Conversation;
  readonly main: Turn;
  readonly rows: readonly Question[];
  /** That of the main turn first. */
  readonly columns: readonly Column[];
  readonly cells: readonly Cell[];
}

/** `turnId` is the main turn, or one that stands beside it; `undefined` if it does not exist. */
export function comparisonOf(conversation: Conversation, turnId: string): Comparison | undefined {
  const turn = conversation.get(turnId);
  const main = turn && conversation.get(turn.beside ?? turn.id);
  if (!main) return undefined;
  const turns = [main, ...conversation.beside(main.id)];
  const rows: Question[] = [];
  for (const { question } of turns)
    if (!rows.some((row) => hasSameContent(row, question))) rows.push(question);
  const columns = [...Map.groupBy(turns, (one) => idOfWay(wayOf(one)))].map(
    ([id, asked]): Column => ({ id, way: wayOf(asked[0]!), turns: asked }),
  );
  const cells = rows.flatMap((row, at) =>
    columns.flatMap((column): Cell[] => {
      const own = column.turns.filter(({ question }) => hasSameContent(row, question));
      return own.length === 0 ? [] : [{ row: at, column, turns: own }];
    }),
  );
  return { conversation, main, rows, columns, cells };
}

export function wayOf({ sent, asked }: Turn): Way {
  const { endpoint, body } = sent;
  const abilityId = endpoint === "invoke_agent" ? body.ability_id : undefined;
  return {
    hubScope: asked.hubScope,
    expertId: body.expert_id ?? asked.expertId,
    ...(abilityId !== undefined && { abilityId }),
    ...(body.model_id !== undefined && { modelId: body.model_id }),
    ...(body.temperature !== undefined && { temperature: body.temperature }),
    mode: endpoint === "invoke_llm" ? "model" : "agent",
  };
}

export function idOfWay({
  hubScope,
  expertId,
  abilityId,
  modelId,
  temperature,
  mode,
}: Way): string {
  return JSON.stringify([hubScope, expertId, abilityId, modelId, temperature, mode]);
}

/** The turn has no answer, and none is coming. */
export function isUnanswered({ result }: Turn): boolean {
  return result.state !== "done" && result.state !== "waiting";
}

/** How many of the answers equal the newest one; `undefined` if there are fewer than two. */
export function equalAnswers(turns: readonly Turn[]): { of: number; count: number } | undefined {
  const outputs = turns.flatMap(({ result }) =>
    result.state === "done" ? [result.received.value.output.trim()] : [],
  );
  if (outputs.length < 2) return undefined;
  const shown = outputs.at(-1);
  return { of: outputs.length, count: outputs.filter((output) => output === shown).length };
}
