import type { Setup } from "../../experts/core/setup";
import type { Connection } from "../../connection/core/connection";
import type { Roster, SavedExpert } from "../../experts/core/roster";
import { nameOf } from "../../../platform/core/naming";
import { digest } from "./outsideMessages";

/** An expert as one of the language models that VS Code offers. */
export interface ExpertModel {
  readonly id: string;
  readonly expertId: number;
  readonly hubScope: string;
  readonly name: string;
  /** Name of the chosen language model, if any. */
  readonly detail: string | undefined;
  readonly tooltip: string | undefined;
  readonly family: string;
  readonly version: string;
}

export interface ExpertModelsParts {
  readonly connection: Pick<Connection, "hub">;
  readonly roster: Pick<Roster, "list">;
  readonly setup: Pick<Setup, "next">;
}

/** The saved experts of the hub in use, from memory: nothing is asked for, of the hub or of the user. */
export async function expertModels(parts: ExpertModelsParts): Promise<ExpertModel[]> {
  const { connection, roster, setup } = parts;
  const isMissing = await setup.next().then(
    (step) => step !== undefined,
    () => true,
  );
  const { hub } = connection;
  const { list } = roster;
  if (isMissing || !hub) return [];
  const mark = await hubMark(hub.scope);
  return list.map((expert) => modelOf(expert, hub.scope, mark));
}

/** Stands for a hub in what VS Code records, such as the ids of models, which must not name it. */
export async function hubMark(scope: string): Promise<string> {
  return (await digest(scope)).slice(0, 8);
}

function modelOf({ id, expert, modelId }: SavedExpert, hubScope: string, mark: string) {
  const chosen = expert?.expert_llm_models.find((one) => one.id === modelId);
  return {
    id: `${id}-${mark}`,
    expertId: id,
    hubScope,
    name: nameOf("Expert", id, expert?.name),
    detail: chosen && nameOf("Model", chosen.id, chosen.name),
    tooltip: expert?.description ?? expert?.profession,
    family: chosen?.identifier ?? "expert",
    version: expert?.updatedAt ?? "1",
  };
}

/** Tokens that most language models take; the service does not say what those of a hub take. */
export const maxInputTokens = 32_000;
export const maxOutputTokens = 4_000;
