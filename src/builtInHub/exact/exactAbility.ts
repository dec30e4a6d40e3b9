import type { Computation } from "../tools/computation";
import type { Workspace } from "../tools/workspace/workspace";

/** Text that came with a question: a fenced block, what follows a colon, or what stood in quotation marks. */
export interface AttachedText {
  readonly text: string;
  /** The language of the fence, in lower case; empty if it names none. */
  readonly language: string;
  /** Source code of a programming language, judged by the fence or the file's name. */
  readonly isCode: boolean;
}

/** A question as the forms see it. */
export interface ExactQuestion {
  /** All words, with nothing taken out but "please", "what is" before and "?" or "." behind. */
  readonly words: string;
  readonly attached: AttachedText | undefined;
  /** When the question was asked. */
  readonly now: Date;
}

/** What an answer may use. */
export interface AbilityContext {
  /** `undefined` if the question disabled it. */
  readonly computation: Computation | undefined;
  /** The reason in words if it cannot be used. */
  readonly workspace: Workspace | string;
}

/**
 * What an ability makes of a question that its grammar accounts for completely.
 * A question with a word left over is no reading at all.
 */
export type Reading =
  | { readonly answer: (context: AbilityContext) => string | Promise<string> }
  /** The form is understood, but has no exact answer; the sentence says why. */
  | { readonly refusal: string };

/** One row of the table of forms: documentation, test, suggestion and description in one. */
export interface Example {
  readonly question: string;
  /** The attached text, if the form needs one. */
  readonly attached?: string;
  readonly language?: string;
  /** A part of the answer, to the letter. */
  readonly answer: string;
}

/** One ability of the built-in hub that works without a language model. */
export interface ExactAbility {
  readonly id: number;
  /** In the language that VS Code shows now, like its text. */
  readonly name: () => string;
  /** One sentence; its examples are added by the catalog. */
  readonly text: () => string;
  readonly examples: readonly Example[];
  /** `undefined` if the words are none of its forms. */
  read(question: ExactQuestion): Reading | undefined;
}
