import type { Token } from "markdown-it";
import { isCode, slicesOf } from "./markdown";
import { namedFile, withoutNameLine, type NamedFile } from "./namedFile";

/** A code block of an answer. */
export interface AnswerBlock {
  /** As it is shown, without the last line end. */
  readonly code: string;
  /** The code without the line that names its file: what goes into a file or to the clipboard. */
  readonly text: string;
  readonly info: string;
  /** The first word of the info string, or empty; never a path. */
  readonly language: string;
  /** The file that the block is for, if the answer names one. */
  readonly file?: NamedFile | undefined;
}

/** The code blocks of an answer in document order. */
export function answerBlocks(markdown: string): AnswerBlock[] {
  const reader = new BlockReader();
  for (const slice of slicesOf(markdown)) if ("tokens" in slice) reader.read(slice.tokens);
  return reader.blocks;
}

/** The same for an answer that is read slice by slice. */
export class BlockReader {
  readonly blocks: AnswerBlock[] = [];
  #before = "";

  /** Reads the next tokens of the answer. */
  read(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const { type, content, info } = token;
      if (type === "inline") this.#before = content;
      if (!isCode(token)) continue;
      const code = content.replace(/\n$/, "");
      this.blocks.push({
        code,
        text: withoutNameLine(code),
        info,
        language: languageOf(info),
        file: namedFile(info, this.#before, content),
      });
      this.#before = "";
    }
  }
}

/** The code of the blocks of an answer in document order, slice by slice. */
export function* codesIn(markdown: string): Generator<string[]> {
  for (const slice of slicesOf(markdown))
    yield "tokens" in slice ? slice.tokens.filter(isCode).map(({ content }) => content) : [];
}

/** The only code block, if the answer consists of it or there may be words beside it. */
export function soleBlock(markdown: string, mayHaveWords: boolean): AnswerBlock | undefined {
  const [block, ...others] = answerBlocks(markdown);
  if (!block || others.length > 0) return undefined;
  return mayHaveWords || isBlockAlone(markdown) ? block : undefined;
}

function isBlockAlone(markdown: string): boolean {
  const [slice, ...others] = slicesOf(markdown);
  return slice !== undefined && "tokens" in slice && slice.tokens.length + others.length === 1;
}

function languageOf(info: string): string {
  return /^\s*(\S*)/.exec(info)![1]!;
}
