import type { Ability, Expert } from "../../contract/types";
import type { NamedTools } from "../../contract/namedTools";
import type { ReasoningEffort, ToolName } from "../../contract/vocabulary";

/** A skill of a file: an ability of experts. */
export interface FileSkill {
  /** `text` is what the skill is for. */
  readonly ability: Ability;
  /** The body of the file: instructions for a language model. */
  readonly instructions: string;
  /** Absolute path. */
  readonly file: string;
}

export interface FileExpert {
  /** As `get_expert` answers it, without models; `abilities` are those of `skills`. */
  readonly record: Omit<Expert, "expert_llm_models">;
  /** The body of the file; empty if it has none. */
  readonly systemMessage: string;
  /** The tools that the file allows; `undefined` if it does not restrict them. */
  readonly tools: readonly ToolName[] | undefined;
  /** The names of tools in the file; `undefined` if it has no such field. */
  readonly namedTools: NamedTools | undefined;
  /** The models that the file names, as written, in order of preference. */
  readonly models: readonly string[];
  /** How long its models think, unless a question says so. */
  readonly reasoningEffort: ReasoningEffort | undefined;
  readonly skills: readonly FileSkill[];
  /** Absolute path. */
  readonly file: string;
}
