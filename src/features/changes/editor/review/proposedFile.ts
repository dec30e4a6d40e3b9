import type * as vscode from "vscode";
import type { ChangeRefusal } from "../../core/proposals";
import { plainText } from "../../../../platform/editor/plainText";

export type { ChangeRefusal } from "../../core/proposals";

/** A file as an answer would have it. All texts have `\n` at the end of a line. */
export interface ProposedFile {
  readonly uri: vscode.Uri;
  /** As the answer names it. */
  readonly path: string;
  /** Only the answer names it: nobody has chosen what lies behind a link. */
  readonly isFound?: boolean;
  /** Absent for a file that is created. */
  readonly document?: vscode.TextDocument;
  readonly original: string;
  readonly proposed: string;
}

export interface Proposals {
  readonly files: readonly ProposedFile[];
  readonly refusals: readonly ChangeRefusal[];
}

export const withoutReturns = (text: string): string => text.replaceAll(/\r\n?/g, "\n");

/** A refusal in words that VS Code shows. */
export function refusalText({ path, why }: ChangeRefusal): string {
  return plainText(why(plainText(path, 100)), 300);
}
