import * as vscode from "vscode";
import { t } from "../../../kit/l10n";
import type { Command } from "../../../platform/editor/commands";
import { askAbout, type AskAboutParts } from "./askAbout";
import { codeAttachment } from "./attachments";
import type { SelectionAttacher } from "../../attachments/editor/selectionAttacher";

export interface AboutCodeParts extends AskAboutParts {
  readonly attacher: Pick<SelectionAttacher, "join" | "ofRange">;
}

/** Asks about an error or a warning: the message, and the code that it is about. */
export function askAboutProblem(parts: AboutCodeParts): Command {
  return {
    id: "expertHub.askAboutProblem",
    async run(uri?: unknown, problem?: unknown): Promise<void> {
      if (!(uri instanceof vscode.Uri) || !(problem instanceof vscode.Diagnostic)) return;
      const code = await codeAttachment(parts.attacher, uri, problem.range);
      const line = problem.range.start.line + 1;
      const typed = t(
        "Explain this problem in line {0} and how to fix it: {1}",
        line,
        problemText(problem),
      );
      await askAbout(parts, { attachments: [code], typed });
    },
  };
}

function problemText({ message, source, code }: vscode.Diagnostic): string {
  const value = typeof code === "object" ? code.value : code;
  const from = [source, value].filter((one) => one !== undefined && one !== "").join(" ");
  return from === "" ? message : `${message} (${from})`;
}
