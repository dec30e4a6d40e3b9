import type * as vscode from "vscode";
import { expertModels, type ExpertModelsParts } from "../../core/expertModels";
import { namedAbility, namedExpert } from "../../core/namedExpert";
import { namedAtStart } from "../../core/namedAtStart";
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
  /** The command needs a name, and the message begins with none. */
  readonly lacks?: "expert" | "ability";
}

/**
 * The expert that a message names; else the one that is selected as language model, unless the chat
 * has named another since; else that of the chat; else the current one.
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
    if (found) return { expert: namedExpert(roster, found.named), input: found.rest };
  }
  const expert =
    (await selectedText(request.model, last, parts)) ?? before(last, roster) ?? roster.current;
  if (!expert) throw setupError("expert");
  if (request.command === "expert") return { expert, input, lacks: "expert" };
  if (request.command !== "ability") return { expert, input };
  const found = namedAtStart((expert.expert?.abilities ?? []).map(abilityName), input);
  if (!found) return { expert, input, lacks: "ability" };
  return { expert, abilityId: namedAbility(expert, found.named), input: found.rest };
}

async function selectedText(
  model: vscode.ChatRequest["model"] | undefined,
  { selectedModel }: Noted,
  parts: ResolveExpertParts,
): Promise<SavedExpert | undefined> {
  if (model?.vendor !== modelVendor || model.id === selectedModel) return undefined;
  const listed = await expertModels(parts);
  const known = listed.find(({ id }) => id === model.id);
  return known && parts.roster.get(known.expertId);
}

function before({ expertId }: Noted, roster: Roster): SavedExpert | undefined {
  return expertId === undefined ? undefined : roster.get(expertId);
}

export function expertName({ id, expert }: SavedExpert): string {
  return nameOf("Expert", id, expert?.name);
}

export function abilityName({ id, name }: { id: number; name?: string }): string {
  return nameOf("Ability", id, name);
}
