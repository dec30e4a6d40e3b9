import { searchOnlyModelId, type ExpertFilesReport } from "../../contract/builtInHubApi";
import type { Ability, Expert, Model } from "../../contract/types";
import { t } from "../../kit/l10n";
import { type ExpertFiles, type FileExpert, isFileExpertId } from "../expertFiles/expertFiles";
import { Refusal } from "../refusal";

/** The experts of this hub: its own, and those that the open folders keep in files. */
export class ExpertList {
  readonly #files: ExpertFiles;

  constructor(files: ExpertFiles) {
    this.#files = files;
  }

  /** Rejects with 404 if no expert has this id, or its file is gone. */
  async find(id: number | undefined): Promise<BuiltInExpert> {
    const own = experts().find(({ record }) => record.id === id);
    if (own) return own;
    const file = id !== undefined && isFileExpertId(id) ? await this.#fileExpert(id) : undefined;
    if (!file) throw new Refusal(404, t("The hub has no expert {0}.", String(id)));
    return { record: { ...file.record, expert_llm_models: models() }, file };
  }

  async report(): Promise<ExpertFilesReport> {
    const now = await this.#files.current();
    return {
      experts: now.experts.map(({ record, file, tools, namedTools, reasoningEffort }) => ({
        id: record.id,
        file,
        ...(tools && { tools }),
        ...(namedTools && { namedTools }),
        ...(reasoningEffort && { reasoningEffort }),
      })),
      problems: now.problems,
      version: now.version,
    };
  }

  async #fileExpert(id: number): Promise<FileExpert | undefined> {
    const { experts: found } = await this.#files.current();
    return found.find(({ record }) => record.id === id);
  }
}

/** The expert as a language model gets it: with the instructions of its skills. */
export function withInstructions({ record, file }: BuiltInExpert): Expert {
  if (!file) return record;
  const abilities = file.skills.map(({ ability, instructions }) => ({
    ...ability,
    text: [ability.text, instructions].filter(Boolean).join("\n\n"),
  }));
  return { ...record, abilities };
}

/** An expert of this hub: its description, and the file that it stands in. */
export interface BuiltInExpert {
  readonly record: Expert;
  readonly file?: FileExpert;
}

const made = "2026-11-21T00:00:00.000Z";
export const stamp = { createdAt: made, updatedAt: made, publishedAt: made, locale: "en" };

const models = (): Model[] => [
  { id: searchOnlyModelId, name: t("Search only"), identifier: "local/search-only", ...stamp },
];

const ability = (id: number, name: string, text: string): Ability => ({ id, name, text, ...stamp });

/** What a language model is asked to do; their texts are for it, and so in English. */
const abilities = (): Ability[] => [
  ability(
    21,
    t("Explain"),
    "Explain what the code or text does and why it is done this way. Name files and lines.",
  ),
  ability(
    22,
    t("Review"),
    "Look for faults: wrong results, missing cases, leaks, races. Give the line and a fix for each.",
  ),
  ability(
    23,
    t("Write tests"),
    "Write tests in the style of those that are there, one behaviour each, edge cases included.",
  ),
];

function expert(
  described: Omit<Expert, "expert_llm_models" | "abilities" | "apps">,
): BuiltInExpert {
  const own = { apps: {}, expert_llm_models: models(), abilities: abilities() };
  return { record: { ...described, ...stamp, ...own } };
}

/** In display order, in the language of the messages; the first one is the default. */
export const experts = (): readonly BuiltInExpert[] => [
  expert({
    id: 5,
    name: t("Workbench"),
    description: t(
      "Answers questions about the work at hand with a language model of your choice. Without one it searches the open folder.",
    ),
    function_name: t("Works with the open folder"),
    function_description:
      "Answers questions about the work at hand, with tools where they know more than the model.",
    system_message:
      "You help a programmer with the work at hand. Use tools rather than guess, and say what you did.",
    profession: t("General assistant"),
  }),
  expert({
    id: 1,
    name: t("Code Reader"),
    description: t(
      "Explains the code in the open folder with a language model of your choice. Without one it searches.",
    ),
    function_name: t("Reads code"),
    function_description:
      "Says where something is in the workspace and what a file or selection does.",
    system_message:
      "You read code with a search of the workspace. Say what was searched and found, with file and line, and never guess what code means.",
    profession: t("Code search"),
  }),
];
