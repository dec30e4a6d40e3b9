import type { Ability } from "../../../contract/types";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";

const maxSuggestions = 3;
const maxSuggestionLength = 140;

/** Questions to begin with: the examples that abilities end with, then the names of the others. */
export function suggestionsOf(
  abilities: readonly Ability[],
): { abilityId: number; text: string }[] {
  const all = abilities.map(({ id, name, text }) => {
    const example = /\bExample: (\S.*)$/.exec(text ?? "")?.[1];
    return {
      abilityId: id,
      isNamed: example === undefined,
      text: example ?? nameOf("Ability", id, name),
    };
  });
  return all
    .toSorted((one, other) => Number(one.isNamed) - Number(other.isNamed))
    .slice(0, maxSuggestions)
    .map(({ abilityId, text }) => ({ abilityId, text: text.slice(0, maxSuggestionLength) }));
}

const declaration =
  /^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|enum|type|const|def|fn|func|struct|trait)\s+(\p{L}[\p{L}\p{N}_$]{3,60})/mu;

/** Questions about a file that a search of the folder can answer. */
export function questionsAbout(fileName: string, text: string): string[] {
  const [, name] = declaration.exec(text) ?? [];
  return [
    ...(name === undefined ? [] : [t("Where is {0} used?", name)]),
    t("How does {0} work?", fileName),
  ];
}

/** A question that a search can answer while no file is open: documentation names its project. */
export const questionAboutFolder = (folderName: string): string =>
  t("What does {0} do?", folderName);

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
