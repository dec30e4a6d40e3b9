import * as vscode from "vscode";
import type { OutsideMessage } from "../../core/outsideMessages";
import { HubError } from "../../../../contract/errors";
import { usageMimeType } from "../../../../contract/usage";
import { t } from "../../../../kit/l10n";
import { isDataPart } from "../../../../platform/editor/optionalApi";

/** What VS Code's own chat adds for a model's cache, and what answers report: no part of the message. */
const marks = new Set(["cache_control", "stateful_marker", usageMimeType]);

/** A message as text. Throws if it has anything that experts cannot be sent, such as an image. */
export function messageIn({
  role,
  content,
}: vscode.LanguageModelChatRequestMessage): OutsideMessage {
  const { Assistant } = vscode.LanguageModelChatMessageRole;
  return {
    from: role === Assistant ? "assistant" : "user",
    text: content.map(textOfPart).join(""),
  };
}

function textOfPart(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (isDataPart(part)) {
    if (marks.has(part.mimeType)) return "";
    throw invalidMessage(t("Experts can read text only, not images or other files."));
  }
  throw invalidMessage(
    part instanceof vscode.LanguageModelToolCallPart ||
      part instanceof vscode.LanguageModelToolResultPart
      ? t("Experts cannot read tool calls and their results.")
      : t("Experts can read text only."),
  );
}

/** For counting: what would be refused counts as nothing. */
export function readableText(counted: string | vscode.LanguageModelChatRequestMessage): string {
  if (typeof counted === "string") return counted;
  return counted.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ""))
    .join("");
}

function invalidMessage(sentence: string): HubError {
  return new HubError("invalid-request", sentence);
}
