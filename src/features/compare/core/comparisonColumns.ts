import type { Conversation } from "../../conversation/core/conversation";
import { hasSameContent } from "../../conversation/core/question";
import type { Turn } from "../../conversation/core/turn";
import { t } from "../../../kit/l10n";
import type { Connection } from "../../connection/core/connection";
import type { Roster } from "../../experts/core/roster";

/** How many answers stand side by side. */
export const maxColumns = 4;

/** Expert, ability, model and other settings of a column, as in the request body. */
export interface ColumnSettings {
  readonly hubScope: string;
  readonly expertId: number;
  readonly abilityId?: number | undefined;
  readonly modelId?: number | undefined;
  readonly temperature?: number | undefined;
  readonly mode: "agent" | "model";
}

export interface Column {
  /** The same for the same settings. */
  readonly id: string;
  readonly settings: ColumnSettings;
  /** The newest of those that were asked in these settings. */
  readonly turn: Turn;
}

/** A turn of a conversation and what stands beside it, side by side; made from the turns alone. */
export interface Comparison {
  readonly conversation: Conversation;
  readonly main: Turn;
  /** In the order in which they were first asked. */
  readonly columns: readonly Column[];
}

/** `turnId` is the main turn, or one that stands beside it; `undefined` if it does not exist. */
export function comparisonOf(conversation: Conversation, turnId: string): Comparison | undefined {
  const turn = conversation.get(turnId);
  const main = turn && conversation.get(turn.beside ?? turn.id);
  if (!main) return undefined;
  const columns = new Map<string, Column>();
  for (const one of conversation.compared(main.id)) {
    // In files from before a comparison had one question, others may stand beside it.
    if (!hasSameContent(one.question, main.question)) continue;
    const settings = columnSettingsOf(one);
    const id = columnSettingsId(settings);
    // The answer that the conversation has is shown, whatever else was asked in the same settings.
    if (columns.get(id)?.turn !== main) columns.set(id, { id, settings, turn: one });
  }
  return { conversation, main, columns: atMost(maxColumns, [...columns.values()], main) };
}

/** Two windows may have asked more than fit; that of the conversation is among those that are shown. */
function atMost(count: number, columns: readonly Column[], main: Turn): Column[] {
  const others = columns.filter(({ turn }) => turn !== main);
  const left = new Set(others.slice(count - 1));
  return columns.filter((column) => !left.has(column));
}

export function columnSettingsOf({ sent, asked }: Turn): ColumnSettings {
  const { endpoint, body } = sent;
  const abilityId = endpoint === "invoke_agent" ? body.ability_id : undefined;
  return {
    hubScope: asked.hubScope,
    expertId: body.expert_id ?? asked.expertId,
    abilityId,
    modelId: body.model_id,
    temperature: body.temperature,
    mode: endpoint === "invoke_llm" ? "model" : "agent",
  };
}

function columnSettingsId({
  hubScope,
  expertId,
  abilityId,
  modelId,
  temperature,
  mode,
}: ColumnSettings): string {
  return JSON.stringify([hubScope, expertId, abilityId, modelId, temperature, mode]);
}

/** The turn has no answer, and none is coming. */
export function isUnanswered({ result }: Turn): boolean {
  return result.state !== "done" && result.state !== "waiting";
}

interface ColumnProblemParts {
  readonly connection: Connection;
  readonly roster: Roster;
}

/** Why a column can no longer be asked, in a sentence; determined without a request. */
export async function columnProblem(
  parts: ColumnProblemParts,
  { hubScope, expertId, abilityId, modelId }: ColumnSettings,
): Promise<string | undefined> {
  const { connection, roster } = parts;
  const hub = connection.find(hubScope);
  if (!hub) return t("This column cannot be asked: the hub is no longer in your list.");
  const saved = roster.getAt(hubScope, expertId);
  if (!saved) return t("This column cannot be asked: the expert is no longer in your list.");
  const { abilities = [], expert_llm_models: offered = [] } = saved.expert ?? {};
  if (saved.expert && abilityId !== undefined && !abilities.some(({ id }) => id === abilityId))
    return t("This column cannot be asked: the expert no longer has this ability.");
  if (saved.expert && modelId !== undefined && !offered.some(({ id }) => id === modelId))
    return t("This column cannot be asked: the model no longer exists.");
  // A keyring that does not answer says nothing about the key: the question itself will.
  const missing = await connection.setupStep(hub).catch(() => undefined);
  return missing === "key"
    ? t("This column cannot be asked: there is no API key for {0}.", hub.label)
    : undefined;
}
