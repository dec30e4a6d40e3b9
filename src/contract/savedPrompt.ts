import type { Messages } from "../kit/l10n";
import type { FileProblem } from "./builtInHubApi";

/** A question that was saved in a file, to be asked again. */
export interface StoredPrompt {
  /** One line. */
  readonly name: string;
  /** One line; may be empty. */
  readonly description: string;
  /** With its variables. */
  readonly text: string;
  /** The id or the name of the expert to ask. */
  readonly expert?: string;
  /** The id or the name of the expert's ability. */
  readonly ability?: string;
  /** Absolute path. */
  readonly file: string;
}

export interface SavedPrompt extends StoredPrompt {
  /** The name of the open folder that it belongs to; without one it is the user's own. */
  readonly folder?: string;
}

/** Where files with prompts are: those of `root/directory` whose names have this ending. */
export interface PromptFolder {
  /** Absolute path; links out of it are not followed. */
  readonly root: string;
  /** Relative, with forward slashes. */
  readonly directory: string;
  readonly ending: string;
}

export interface PromptFilesReport {
  readonly prompts: readonly StoredPrompt[];
  readonly problems: readonly FileProblem[];
}

/** What the bundle that reads the files offers; `messages` are translations. */
export interface PromptFilesModule {
  readPrompts(folder: PromptFolder, messages?: Messages): Promise<PromptFilesReport>;
}
