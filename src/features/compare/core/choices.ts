import { isRecord } from "../../../contract/record";
import type { SharedStore } from "../../../platform/core/ports";
import type { ExpertOptions } from "../../asking/core/options";
import type { QuestionToAsk } from "../../asking/core/preparedQuestion";
import type { HubAccount } from "../../connection/core/hub";
import type { Column, Way } from "./comparison";

/** A column that the user picked; what it does not set comes from the expert's options. */
export type WayChoice = Omit<Way, "mode">;

interface ColumnParts {
  readonly first: { readonly hubScope: string; readonly question: QuestionToAsk };
  /** The hub of the column. */
  readonly at: HubAccount;
  readonly options: Pick<ExpertOptions, "at">;
}

/** The question of `first` for another column, without its caller. */
export function askedFor(
  { hubScope, expertId, abilityId, modelId, temperature }: WayChoice,
  { first, at, options }: ColumnParts,
): QuestionToAsk {
  const way = {
    expertId,
    ...(abilityId !== undefined && { abilityId }),
    ...(modelId !== undefined && { modelId }),
    ...(temperature !== undefined && { temperature }),
  };
  const { caller: _, abilityId: __, modelId: ___, ...rest } = first.question;
  if (hubScope === first.hubScope && expertId === rest.expertId)
    return { ...rest, ...way, at, isAgain: true };
  const { typed, attachments, earlier } = rest;
  return {
    ...options.at(hubScope, expertId),
    ...way,
    typed,
    ...(attachments && { attachments }),
    ...(earlier && { earlier }),
    at,
  };
}

export function askedAgain({ way, turn }: Column, at: HubAccount): QuestionToAsk {
  const { caller: _, ...asked } = turn.question;
  const { temperature } = way;
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
export function rememberedChoices(store: SharedStore, hubScope: string): readonly WayChoice[] {
  const stored = store.get(nameOfChoices(hubScope));
  return Array.isArray(stored) ? stored.flatMap(wayChoiceIn) : [];
}

export async function rememberChoices(
  store: SharedStore,
  hubScope: string,
  choices: readonly WayChoice[],
): Promise<void> {
  await store.update(nameOfChoices(hubScope), () => choices);
}

function wayChoiceIn(value: unknown): WayChoice[] {
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

export function isSameChoice(one: WayChoice, other: WayChoice): boolean {
  const parts = ["hubScope", "expertId", "abilityId", "modelId", "temperature"] as const;
  return parts.every((part) => one[part] === other[part]);
}
