import MarkdownIt from "markdown-it";
import { addMathsBlocks } from "../../../kit/mathsBlocks";
import { namedFile, type NamedFile } from "../../../kit/namedFile";

export interface CodeBlock {
  code: string;
  /** The first word of the fence's info string, or empty. */
  language: string;
  /** The file that the block is for, if the answer names one. */
  file?: NamedFile;
}

const parser = new MarkdownIt({ html: false });
addMathsBlocks(parser);

/** The code blocks of an answer in document order, as the page counts them. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let before = "";
  for (const { type, content, info } of parser.parse(markdown, {})) {
    if (type === "inline") before = content;
    if (type !== "fence" && type !== "code_block") continue;
    const file = namedFile(info, before, content);
    blocks.push({
      code: content.replace(/\n$/, ""),
      language: info.trim().split(/\s+/)[0]!,
      ...(file && { file }),
    });
    before = "";
  }
  return blocks;
}

/** The only code block, if the answer consists of it or there may be words beside it. */
export function soleBlock(markdown: string, mayHaveWords: boolean): CodeBlock | undefined {
  const blocks = codeBlocks(markdown);
  const isAlone = mayHaveWords || parser.parse(markdown, {}).length === 1;
  return isAlone && blocks.length === 1 ? blocks[0] : undefined;
}
