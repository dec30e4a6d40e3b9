import type { Expert, Model } from "../../contract/types";
import { t } from "../../kit/l10n";
import { exactAbilities } from "../exact/exactAbilities";
import { folder } from "../exact/folder/folder";
import type { ExactAbility } from "../exact/exactAbility";
import type { FileExpert } from "../expertFiles/fileExpert";

/** An expert of this hub: its description, and the file that it stands in. */
export interface BuiltInExpert {
  readonly record: Expert;
  readonly file?: FileExpert;
}

const made = "2026-11-21T00:00:00.000Z";
export const stamp = { createdAt: made, updatedAt: made, publishedAt: made, locale: "en" };

export const models = (): Model[] => [
  { id: 1, name: t("Tools only"), identifier: "local/tools-only", ...stamp },
];

function expert(
  told: Omit<Expert, "expert_llm_models" | "abilities" | "apps">,
  abilities: readonly ExactAbility[],
): BuiltInExpert {
  const records = abilities.map((ability) => ({
    id: ability.id,
    name: ability.name(),
    text: [ability.text(), ...openingOf(ability)].join(" Example: "),
    ...stamp,
  }));
  const record = { ...told, ...stamp, apps: {}, expert_llm_models: models(), abilities: records };
  return { record };
}

/** A question for an empty chat: it needs no attached text. */
function openingOf({ examples }: ExactAbility): string[] {
  const alone = examples.find(({ attached }) => attached === undefined);
  return alone ? [alone.question] : [];
}

/** In display order, in the language of the messages; the first one is the default. */
export const experts = (): readonly BuiltInExpert[] => [
  expert(
    {
      id: 5,
      name: t("Workbench"),
      description: t(
        "Calculates, converts times, data and encodings, tries regular expressions, edits plain text and searches the open folder. Everything else needs a language model.",
      ),
      function_name: t("Takes any question"),
      function_description:
        "Answers questions about the work at hand, with tools where they give an exact result.",
      system_message:
        "You help a programmer with the work at hand. Use tools where they give an exact result, say what you did, and do not guess.",
      profession: t("General assistant"),
    },
    exactAbilities,
  ),
  expert(
    {
      id: 1,
      name: t("Code Reader"),
      description: t(
        "Finds names, imports and TODOs in the open folder, lists its files and shows them. Explaining code needs a language model.",
      ),
      function_name: t("Reads code"),
      function_description:
        "Says where something is in the workspace and what a file or selection does.",
      system_message:
        "You read code with a search of the workspace. Say what was searched and found, with file and line, and never guess what code means.",
      profession: t("Code search"),
    },
    [folder],
  ),
];
