import * as vscode from "vscode";
import { locale, t } from "../../../kit/l10n";
import type { ConfirmationReason } from "../../../platform/core/confirmer";
import { escaped, inertMarkdown, plainText } from "../../../platform/editor/plainText";
import type { AgentQuestion } from "./agentQuestions";

/** Characters of the question that the user is shown. */
const maxShownLength = 1_000;

/** What the user is asked before an agent's question is sent. */
interface AskConfirmation {
  readonly title: string;
  readonly lines: readonly string[];
  /** As much of it as is shown, below the lines. */
  readonly question: string;
}

export function askConfirmation(asked: AgentQuestion): AskConfirmation {
  const { question, expertName, abilityName, hub, files } = asked;
  const { input, conversationId } = question;
  const left = input.length - maxShownLength;
  return {
    title: t("Ask {0} with Expert Hub?", plainText(expertName, 80)),
    lines: [
      t("The question is sent to {0}.", plainText(hub, 120)),
      ...(abilityName === undefined ? [] : [t("Ability: {0}", plainText(abilityName, 80))]),
      ...(files.length > 0 ? [t("Attached files: {0}", files.map(shownPath).join(", "))] : []),
      ...(conversationId === undefined
        ? []
        : [t("Earlier questions and answers of the same conversation are sent again.")]),
      left > 0
        ? t("Question, without its last {0} characters:", left.toLocaleString(locale()))
        : t("Question:"),
    ],
    question: escaped(input.slice(0, maxShownLength).toWellFormed()) + (left > 0 ? "…" : ""),
  };
}

const shownPath = (file: vscode.Uri) => plainText(vscode.workspace.asRelativePath(file), 200);

/** For a question in the chat or a dialog. */
export function asReasons({ lines, question }: AskConfirmation): ConfirmationReason[] {
  return [...lines, ...question.split("\n")].map((text) => ({ text }));
}

/** For VS Code's chat, which shows Markdown, and for its dialogs, which show the text of it. */
export function asMarkdown({ lines, question }: AskConfirmation): vscode.MarkdownString {
  return new vscode.MarkdownString(lines.map(inertMarkdown).join("  \n")).appendCodeblock(
    question,
    "text",
  );
}
