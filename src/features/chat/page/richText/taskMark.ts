import type { Token } from "markdown-it";
import type { RichTextContext } from "./context";

/** `[ ] ` or `[x] ` at the start of a list item, as a mark that shows its state. */
export function taskMark(
  first: Token | undefined,
  { icon, t }: RichTextContext,
): { mark: HTMLElement; rest: string } | undefined {
  const match = first?.type === "text" ? /^\[([ xX])\]\s+(?=\S)/.exec(first.content) : null;
  if (!first || !match) return undefined;
  const done = match[1] !== " ";
  const mark = document.createElement("span");
  mark.className = done ? "task done" : "task";
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", done ? t("Done") : t("Not done"));
  if (done) mark.append(icon("check"));
  return { mark, rest: first.content.slice(match[0].length) };
}
