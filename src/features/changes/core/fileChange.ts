import { t } from "../../../kit/l10n";
import type { LooseHunk } from "./placement";

/** What an answer wants to do with a file. */
export type FileChange =
  | { readonly kind: "hunks"; readonly path: string; readonly hunks: readonly LooseHunk[] }
  | { readonly kind: "create"; readonly path: string; readonly text: string }
  | {
      readonly kind: "text";
      readonly path: string;
      readonly text: string;
      /** A comment before the text that names the file, and may be its own first line. */
      readonly head?: string | undefined;
      /** Its path is one even if there is no such file. */
      readonly mayCreate?: boolean;
      /** The answer ends before the text does. */
      readonly isCutOff?: boolean | undefined;
      /** Only a sentence names it, so that the text may be a part of it. */
      readonly inSentence?: boolean;
    }
  /** A block without a name, for what was asked about. */
  | ({ readonly kind: "asked"; readonly path: "" } & (
      | { readonly text: string; readonly language: string }
      | { readonly hunks: readonly LooseHunk[] }
    ))
  /** What cannot be done, and why. */
  | { readonly kind: "refused"; readonly path: string; readonly why: Reason };

/** A sentence on a file. */
export type Reason = (file: string) => string;

export const namesNoFile: Reason = () => t("A change names no file.");

export const isInLanguage =
  (language: string): Reason =>
  (name) =>
    t("The code block for {0} is in another language: {1}.", name, language);
