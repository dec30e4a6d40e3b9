import type { Ability } from "../../../contract/types";
import { cutAtWord } from "../../../kit/cut";
import { t } from "../../../kit/l10n";
import { nameOf } from "../../../platform/core/naming";

export const maxSuggestions = 3;
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
    .map(({ abilityId, text }) => ({ abilityId, text: cutAtWord(text, maxSuggestionLength) }));
}

const declaration =
  /^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|enum|type|const|def|fn|func|struct|trait)\s+(\p{L}[\p{L}\p{N}_$]{3,60})/gmu;

/** What is open in the editor, as a question can name it. */
interface Open {
  /** The selection or file that is attached, or that would be. */
  readonly about?: { readonly label: string; readonly isAttached: boolean } | undefined;
  readonly file?: { readonly name: string; readonly text: string } | undefined;
  readonly folder?: string | undefined;
}

interface AboutOpen {
  readonly text: string;
  /** What is open has to be attached for it. */
  readonly attaches?: boolean;
}

/**
 * Questions about what is open: with a language model, about what it gets to read; where the folder is
 * searched, about what a search finds.
 */
export function questionsAboutOpen(
  { about, file, folder }: Open,
  { hasModel, searches }: { readonly hasModel: boolean; readonly searches: boolean },
): AboutOpen[] {
  const read = hasModel ? about : undefined;
  const attaches = read?.isAttached === false;
  const symbols =
    searches && file ? [...file.text.matchAll(declaration)].map(([, name]) => name) : [];
  const [symbol, next] = new Set(symbols);
  const isWhole = read !== undefined && read.label === file?.name;
  const texts = [
    read && { text: t("What does {0} do?", read.label), attaches },
    symbol !== undefined && { text: t("Where is {0} used?", symbol) },
    searches && file && !isWhole && { text: t("How does {0} work?", file.name) },
    read && { text: t("Is there a mistake in {0}?", read.label), attaches },
    read && { text: t("What should be tested in {0}?", read.label), attaches },
    next !== undefined && { text: t("Where is {0} used?", next) },
    searches && folder && { text: t("What does {0} do?", folder) },
  ];
  return texts.filter((one) => typeof one === "object").slice(0, maxSuggestions);
}

/** Few: they stand below each newest answer. */
const maxFollowUps = 2;

/** Questions to go on with: the examples of abilities that did not just answer. A name alone asks nothing. */
export function followUpsOf(
  abilities: readonly Ability[],
  answeredBy: number | undefined,
): { abilityId: number; name: string }[] {
  return abilities
    .filter(({ id }) => id !== answeredBy)
    .flatMap(({ id, text }) => {
      const example = /\bExample: (\S.*)$/.exec(text ?? "")?.[1];
      return example ? [{ abilityId: id, name: example.slice(0, maxSuggestionLength) }] : [];
    })
    .slice(0, maxFollowUps);
}
