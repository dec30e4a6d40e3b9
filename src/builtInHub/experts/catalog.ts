import type { Expert, Model } from "../../hub/types";
import { bits } from "../abilities/bits";
import { calculate } from "../abilities/calculate";
import { naming } from "../abilities/cases";
import { check } from "../abilities/check";
import { encoding } from "../abilities/encoding";
import { find } from "../abilities/find";
import { json } from "../abilities/json";
import { lines } from "../abilities/lines";
import { outline } from "../abilities/outline";
import { regex } from "../abilities/regex";
import { statistics } from "../abilities/statistics";
import { tables } from "../abilities/tables";
import { timestamps } from "../abilities/timestamps";
import type { Ability } from "../abilities/ability";
import type { FileExpert } from "../expertFiles/fileExpert";

/** An expert of this hub: its description, and the skills behind it. */
export interface BuiltInExpert {
  readonly record: Expert;
  /** In the order in which they are preferred where several suit a question equally. */
  readonly abilities: readonly Ability[];
  /** The file that it stands in. */
  readonly file?: FileExpert;
}

const made = "2026-11-21T00:00:00.000Z";
export const stamp = { createdAt: made, updatedAt: made, publishedAt: made, locale: "en" };

export const toolsOnly = 1;
export const toolsOnlyBrief = 2;

export const models: Model[] = [
  { id: toolsOnly, name: "Tools only", identifier: "local/tools-only", ...stamp },
  { id: toolsOnlyBrief, name: "Tools only, brief", identifier: "local/tools-only-brief", ...stamp },
];

function expert(
  told: Omit<Expert, "expert_llm_models" | "abilities" | "apps">,
  abilities: readonly Ability[],
): BuiltInExpert {
  const records = abilities
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, text, opening }) => ({
      id,
      name,
      text: opening === undefined ? text : `${text} Example: ${opening}`,
      ...stamp,
    }));
  const record = { ...told, ...stamp, apps: {}, expert_llm_models: models, abilities: records };
  return { record, abilities };
}

const specialists: readonly BuiltInExpert[] = [
  expert(
    {
      id: 1,
      name: "Code Reader",
      description:
        "Finds its way in the folder that is open: searches it, outlines its files and checks code for things to clean up. Knows common languages by the shape of their lines.",
      function_name: "Reads code",
      function_description:
        "Says where something is in the workspace, what a file or selection consists of, and what in it should not stay.",
      system_message:
        "You read code with a search of the workspace and with measures of the text. Say what was searched and found, with file and line, and never guess what code means.",
      profession: "Software archivist",
    },
    [find, outline, check],
  ),
  expert(
    {
      id: 2,
      name: "Engineer's Calculator",
      description:
        "Computes with numbers, physical units, bits and samples. Shows each expression as it was understood, so that a wrong reading is seen.",
      function_name: "Calculates",
      function_description:
        "Evaluates expressions, converts units, works with bits and bases, and describes series of numbers.",
      system_message:
        "You compute with the computation engine only. Show the expression and its result, and say so where there is nothing to compute.",
      profession: "Computing engineer",
    },
    [bits, statistics, calculate],
  ),
  expert(
    {
      id: 3,
      name: "Data Desk",
      description:
        "Works on the data that passes through an editor: JSON, tables, encodings and times. Gives back text that can replace the selection.",
      function_name: "Converts data",
      function_description:
        "Validates and formats JSON, turns tables from one format into another, encodes and decodes, and reads timestamps.",
      system_message:
        "You transform data exactly. Give the result in one code block that can replace what was selected, and say where the input is wrong.",
      profession: "Data clerk",
    },
    [json, tables, timestamps, encoding],
  ),
  expert(
    {
      id: 4,
      name: "Text Desk",
      description:
        "Works on lines, names and patterns: sorts and cleans lists, writes names in another case, explains and tries regular expressions.",
      function_name: "Edits text",
      function_description:
        "Sorts, deduplicates, joins, splits and aligns lines, converts the case of names, and takes regular expressions apart.",
      system_message:
        "You edit text by rule. Give the result in one code block that can replace what was selected, and say which rules were applied.",
      profession: "Text editor",
    },
    [regex, naming, lines],
  ),
];

/** Passes each question to whichever ability suits it. */
const workbench = expert(
  {
    id: 5,
    name: "Workbench",
    description:
      "Takes any question and passes it to the ability of this hub that suits it: calculating, converting, formatting, editing text, or searching the folder that is open.",
    function_name: "Takes any question",
    function_description:
      "Answers with whichever ability suits the question, and says which one that was.",
    system_message:
      "You help a programmer with the work at hand. Use tools where they give an exact result, say what you did, and do not guess.",
    profession: "Generalist",
  },
  specialists.flatMap(({ abilities }) => abilities),
);

/** The first one is the default. */
export const experts: readonly BuiltInExpert[] = [workbench, ...specialists];

/** What an expert can do by rules that has no abilities of its own for that: everything. */
export const general: Pick<BuiltInExpert, "abilities"> = { abilities: workbench.abilities };

/** Every ability by its id. */
export const abilities: ReadonlyMap<number, Ability> = new Map(
  workbench.abilities.map((each) => [each.id, each]),
);

/** The expert whose skill an ability is, rather than the one that passes questions on. */
export function ownerOf(ability: Ability): BuiltInExpert {
  return specialists.find(({ abilities }) => abilities.includes(ability)) ?? workbench;
}

/** Whether an expert has skills of its own. */
export function isSpecialist(expert: BuiltInExpert): boolean {
  return specialists.includes(expert);
}
