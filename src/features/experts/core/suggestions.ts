import type { Ability } from "../../../contract/types";
import { nameOf } from "../../../platform/core/naming";

const maxSuggestions = 3;
const maxSuggestionLength = 140;

/** Questions to begin with: the examples that abilities end with, then the names of the others. */
export function suggestionsOf(abilities: readonly Ability[]): string[] {
  const all = abilities.map(({ id, name, text }) => ({
    example: /\bExample: (\S.*)$/.exec(text ?? "")?.[1],
    name: nameOf("Ability", id, name),
  }));
  return [
    ...all.flatMap(({ example }) => example ?? []),
    ...all.flatMap(({ example, name }) => (example === undefined ? name : [])),
  ]
    .slice(0, maxSuggestions)
    .map((question) => question.slice(0, maxSuggestionLength));
}

/** Abilities to go on with after an answer: those that did not just answer. */
export function followUpsOf(
  abilities: readonly Ability[],
  answeredBy: number | undefined,
): { abilityId: number; name: string }[] {
  return abilities
    .filter(({ id }) => id !== answeredBy)
    .slice(0, maxSuggestions)
    .map(({ id, name }) => ({ abilityId: id, name: nameOf("Ability", id, name) }));
}
