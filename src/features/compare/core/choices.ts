import { isRecord } from "../../../contract/record";
import type { SharedStore } from "../../../platform/core/ports";
import type { ExpertOptions } from "../../asking/core/options";
import type { QuestionToAsk } from "../../asking/core/preparedQuestion";
import type { HubAccount } from "../../connection/core/hub";
import type { Column, ColumnSettings } from "./comparisonColumns";

/** A column that the user picked; what it does not set comes from the expert's options. */
export type ColumnChoice = Omit<ColumnSettings, "mode">;

interface ColumnParts {
  readonly first: { readonly hubScope: string; readonly question: QuestionToAsk };
  /** The hub of the column. */
  readonly at: HubAccount;
  readonly options: Pick<ExpertOptions, "at">;
}

/** The question of `first` for another column, without its caller. */
export function columnQuestion(
  { hubScope, expertId, abilityId, modelId, temperature }: ColumnChoice,
  { first, at, options }: ColumnParts,
): QuestionToAsk {
  const settings = {
    expertId,
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
    ...(temperature !== undefined && { temperature }),
  };
  const { caller: _, abilityId: __, modelId: ___, ...rest } = first.question;
  if (hubScope === first.hubScope && expertId === rest.expertId)
    return { ...rest, ...settings, at, isAgain: true };
  const { typed, attachments, earlier } = rest;
  return {
    ...options.at(hubScope, expertId),
    ...settings,
    typed,
    ...(attachments && { attachments }),
    ...(earlier && { earlier }),
    at,
  };
}

export function columnQuestionAgain({ settings, turn }: Column, at: HubAccount): QuestionToAsk {
  const { caller: _, ...asked } = turn.question;
  const { temperature } = settings;
  return {
    ...asked,
    ...(temperature !== undefined && { temperature }),
    at,
    isAgain: true,
    replacing: turn.id,
  };
}

const nameOfChoices = (hubScope: string): string => `compared:${hubScope}`;

/** The columns that were picked last for this hub. */
export function rememberedChoices(store: SharedStore, hubScope: string): readonly ColumnChoice[] {
  const stored = store.get(nameOfChoices(hubScope));
  return Array.isArray(stored) ? stored.flatMap(choiceIn) : [];
}

export async function rememberChoices(
  store: SharedStore,
  hubScope: string,
  choices: readonly ColumnChoice[],
): Promise<void> {
  await store.update(nameOfChoices(hubScope), () => choices);
}

function choiceIn(value: unknown): ColumnChoice[] {
  if (!isRecord(value)) return [];
  const { hubScope, expertId, abilityId, modelId, temperature } = value;
  if (typeof hubScope !== "string" || typeof expertId !== "number") return [];
  return [
    {
      hubScope,
      expertId,
      ...(typeof abilityId === "number" && { abilityId }),
      ...(typeof modelId === "number" && { modelId }),
      ...(typeof temperature === "number" && { temperature }),
    },
  ];
}

export function isSameChoice(one: ColumnChoice, other: ColumnChoice): boolean {
  const parts = ["hubScope", "expertId", "abilityId", "modelId", "temperature"] as const;
  return parts.every((part) => one[part] === other[part]);
}
