import type * as vscode from "vscode";
import { expertModels, type ExpertModelsParts } from "../../core/expertModels";
import { namedAbility, namedExpert, namedAtStart } from "../../core/namedExpert";
import { setupError } from "../../../experts/core/setup";
import type { Roster, SavedExpert } from "../../../experts/core/roster";
import { nameOf } from "../../../../platform/core/naming";
import { modelVendor } from "../../../../platform/editor/manifest";
import type { Noted } from "./shownHistory";

export interface ResolveExpertParts extends ExpertModelsParts {
  readonly roster: Roster;
}

/** Who is asked, and what. */
export interface ResolvedExpert {
  readonly expert: SavedExpert;
  readonly abilityId?: number;
  readonly input: string;
  /** The user named it, or selected it as language model, in this chat. */
  readonly isChosen: boolean;
  /** The command needs a name, and the message begins with none. */
  readonly lacks?: "expert" | "ability";
}

/**
 * The expert that a message names; else the one that was selected as language model since the message
 * before, as VS Code selects one by itself at first; else what was chosen in this chat; else the
 * current one.
 */
export async function resolveExpert(
  request: Pick<vscode.ChatRequest, "prompt" | "command" | "model">,
  last: Noted,
  parts: ResolveExpertParts,
): Promise<ResolvedExpert> {
  const { roster } = parts;
  const { prompt: input } = request;
  if (request.command === "expert") {
    const found = namedAtStart(roster.list.map(expertName), input);
    if (found)
      return { expert: namedExpert(roster, found.named), input: found.rest, isChosen: true };
  }
  const chosen = (await selectedText(request.model, last, parts)) ?? before(last, roster);
  const expert = chosen ?? roster.current;
  if (!expert) throw setupError("expert");
  const isChosen = chosen !== undefined;
  if (request.command === "expert") return { expert, input, isChosen, lacks: "expert" };
  if (request.command !== "ability") return { expert, input, isChosen };
  const found = namedAtStart((expert.expert?.abilities ?? []).map(abilityName), input);
  if (!found) return { expert, input, isChosen, lacks: "ability" };
  const abilityId = namedAbility(expert, found.named);
  return { expert, abilityId, input: found.rest, isChosen };
}

async function selectedText(
  model: vscode.ChatRequest["model"] | undefined,
  { selectedModel }: Noted,
  parts: ResolveExpertParts,
): Promise<SavedExpert | undefined> {
  if (selectedModel === undefined || model?.vendor !== modelVendor) return undefined;
  if (model.id === selectedModel) return undefined;
  const listed = await expertModels(parts);
  const known = listed.find(({ id }) => id === model.id);
  return known && parts.roster.get(known.expertId);
}

function before({ expertId, isChosen }: Noted, roster: Roster): SavedExpert | undefined {
  return expertId === undefined || !isChosen ? undefined : roster.get(expertId);
}

export function expertName({ id, expert }: SavedExpert): string {
  return nameOf("Expert", id, expert?.name);
}

export function abilityName({ id, name }: { id: number; name?: string }): string {
  return nameOf("Ability", id, name);
}
