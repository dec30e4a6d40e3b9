import type { ExpertFilesReport } from "../../contract/builtInHubApi";
import type { ExpertFiles } from "../expertFiles/expertFiles";
import type { FileExpert } from "../expertFiles/fileExpert";
import { isFileExpertId } from "../expertFiles/ids";
import { t } from "../../kit/l10n";
import { Refusal } from "../refusal";
import { experts, models, type BuiltInExpert } from "./catalog";
import type { Expert } from "../../contract/types";

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
