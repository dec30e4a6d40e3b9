import MarkdownIt from "markdown-it";

export interface CodeBlock {
  code: string;
  /** The first word of the fence's info string, or empty. */
  language: string;
}

const parser = new MarkdownIt({ html: false });

/** The code blocks of an answer in document order, as the page counts them. */
export function codeBlocks(markdown: string): CodeBlock[] {
  return parser
    .parse(markdown, {})
    .filter(({ type }) => type === "fence" || type === "code_block")
    .map(({ content, info }) => ({
      code: content.replace(/\n$/, ""),
      language: info.trim().split(/\s+/)[0]!,
    }));
}
