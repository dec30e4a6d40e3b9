import type { Token } from "markdown-it";
import { isCode, slicesOf } from "./markdown";
import { namesOf, type NamedFile } from "./namedFile";

export interface AnswerBlock {
  /** As it is shown, without the last line end. */
  readonly code: string;
  /** The code without the line that names its file: what goes into a file or to the clipboard. */
  readonly text: string;
  /** That line, which may be the file's own first line as well. */
  readonly nameLine?: string | undefined;
  readonly info: string;
  /** The first word of the info string, or empty; never a path. */
  readonly language: string;
  /** The file that the block is for, if the answer names one. */
  readonly file?: NamedFile | undefined;
  /** The answer ends before the block does. */
  readonly isOpen?: boolean;
  /** The line right above says that it is an example, a command, or what was before: no text of a file. */
  readonly isAside?: boolean;
}

/** The code blocks of an answer in document order. */
export function answerBlocks(markdown: string): AnswerBlock[] {
  const reader = new BlockReader();
  for (const slice of slicesOf(markdown)) if ("tokens" in slice) reader.read(slice.tokens);
  return reader.blocks;
}

interface TextAbove {
  readonly text: string;
  /** A heading or an item of a list. */
  readonly isTitle: boolean;
}

/** The same for an answer that is read slice by slice. */
export class BlockReader {
  readonly blocks: AnswerBlock[] = [];
  /** What was read last, if it may name the next block. */
  #above: TextAbove | undefined;
  /** How many items the open lists have. */
  readonly #lists: number[] = [];

  read(tokens: readonly Token[]): void {
    for (const [at, token] of tokens.entries()) {
      if (isCode(token)) this.#add(token);
      else if (token.type === "inline") this.#above = this.#textAbove(token, tokens[at - 1]);
      else if (token.type === "list_item_open") this.#lists[this.#lists.length - 1]! += 1;
      else if (token.type.endsWith("_list_open")) this.#lists.push(0);
      else if (token.type.endsWith("_list_close")) this.#leaveList();
      else if (token.type === "hr") this.#above = undefined;
    }
  }

  /** The last of several items says nothing about what stands below the list, unless it leads there. */
  #leaveList(): void {
    const items = this.#lists.pop()!;
    if (items > 1 && !/[:：]\W*$/.test(this.#above?.text ?? "")) this.#above = undefined;
  }

  #textAbove({ content }: Token, opening: Token | undefined): TextAbove | undefined {
    const type = opening?.type ?? "";
    // The cells of a table list files.
    if (type === "th_open" || type === "td_open") return undefined;
    return { text: content, isTitle: type === "heading_open" || this.#lists.length > 0 };
  }

  #add({ info, content, meta }: Token): void {
    const code = content.replace(/\n$/, "");
    const { text: above = "", isTitle = false } = this.#above ?? {};
    this.blocks.push({
      ...namesOf(info, above, code, isTitle),
      code,
      info,
      isOpen: meta?.["isOpen"] === true,
    });
    this.#above = undefined;
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
