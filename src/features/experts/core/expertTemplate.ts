import { t } from "../../../kit/l10n";
import { fileStem } from "../../../platform/core/naming";

/** Where a new expert is kept: VS Code and Copilot read the same folder. */
export const expertFolder = [".github", "agents"] as const;

/** The file of an expert with this name; `undefined` if the name has nothing that a file name can have. */
export function expertFileName(name: string): string | undefined {
  const stem = fileStem(name);
  return stem === undefined ? undefined : `${stem}.agent.md`;
}

/** What the author replaces first. */
export const descriptionHint = t("In one sentence, what this expert is for");

/** The first content of an expert's file. */
export function expertTemplate(name: string): string {
  return `---
name: ${JSON.stringify(name.trim().replaceAll(/\s+/g, " ").toWellFormed())}
description: ${descriptionHint}
# ${t("Optional: the only tools that it may use, and the model that it prefers.")}
# tools: [read, search, web]
# model: qwen3
---

You are an expert in this project. Answer briefly, and say so if you do not know.

- Which conventions of the project matter here?
- What must an answer contain, and what must it leave out?
- When should you read files before you answer?
`;
}
