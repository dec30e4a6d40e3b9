import { t } from "../../../kit/l10n";
import { fileStem } from "../../../platform/core/naming";

/** Where the prompts of a workspace are: VS Code and Copilot read the same folder. */
export const workspacePrompts = { directory: ".github/prompts", ending: ".prompt.md" } as const;

/** Where the user's own prompts are, below the folder of the extension. */
export const ownPrompts = { directory: "prompts", ending: ".md" } as const;

/** The file of a prompt with this name; `undefined` if the name has nothing that a file name can have. */
export function promptFileName(name: string, ending: string): string | undefined {
  const stem = fileStem(name);
  return stem === undefined ? undefined : `${stem}${ending}`;
}

export function promptFile(name: string, text: string): string {
  const title = JSON.stringify(name.trim().replaceAll(/\s+/g, " ").toWellFormed());
  return `---\nname: ${title}\n---\n\n${text.trim()}\n`;
}

/** A name for a question: its first words. */
export function suggestedName(text: string): string {
  const words = text.trim().split(/\s+/).slice(0, 8).join(" ");
  return [...words]
    .slice(0, 60)
    .join("")
    .replace(/[.?!:,;]+$/u, "");
}

export const newPromptText = [
  t("Explain what this code does, step by step."),
  t("Answer for {0}.", `\${input:${t("reader")}:${t("a new colleague")}}`),
  "",
  `\${selection}`,
].join("\n");
