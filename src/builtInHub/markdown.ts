import { longestRun } from "../kit/fence";

export { fenced as fence } from "../kit/fence";

/** Inline code, whatever backticks it contains. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = longestRun(line);
  const marks = "`".repeat(longest + 1);
  const pad = longest > 0 || line.trim() !== line || line === "" ? " " : "";
  return `${marks}${pad}${line}${pad}${marks}`;
}

/** A Markdown table; cells are Markdown, whose pipes and line breaks are escaped here. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, at) => cell(cells[at] ?? "")).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("\\|", "|").replaceAll("|", "\\|").replace(/\r?\n/g, " ");
}

/** Joins the paragraphs that are present. */
export function paragraphs(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
