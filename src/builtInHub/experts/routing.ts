import type { Ability, Fit } from "../abilities/ability";
import type { Question } from "../reading/question";
import { thoughtIn } from "../reading/thought";
import { abilities, isSpecialist, type BuiltInExpert } from "./catalog";

const rank: Readonly<Record<Fit, number>> = { none: 0, likely: 1, clear: 2, certain: 3 };

/**
 * The ability that suits a question best, of whichever expert; the picked expert's own where
 * several suit equally. `undefined` if only a language model could answer.
 */
export function abilityFor(question: Question, picked: BuiltInExpert): Ability | undefined {
  const thought = thoughtIn(question.words);
  if (thought === "certain") return undefined;
  const least = thought === "likely" ? rank.certain : rank.clear;
  const own = new Set(isSpecialist(picked) ? picked.abilities : []);
  const leastOf = (ability: Ability) =>
    own.has(ability) && thought === "none" ? rank.likely : least;
  const ordered = new Set([...own, ...abilities.values()]);
  const suiting = [...ordered]
    .map((ability) => ({ ability, fit: rank[ability.suits(question)] }))
    .filter(({ ability, fit }) => fit >= leastOf(ability));
  return suiting.toSorted((a, b) => b.fit - a.fit)[0]?.ability;
}
