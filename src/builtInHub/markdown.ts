import { longestRun } from "../kit/fence";

/** Inline code, whatever backticks it contains. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = longestRun(line);
  const marks = "`".repeat(longest + 1);
  const pad = longest > 0 || line.trim() !== line || line === "" ? " " : "";
  return `${marks}${pad}${line}${pad}${marks}`;
}

/** Joins the paragraphs that are present. */
export function paragraphs(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
}
