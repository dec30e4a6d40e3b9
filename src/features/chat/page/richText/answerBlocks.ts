import type { Token } from "markdown-it";
import { isCode } from "./blocks";
import { isReviewable, namedFile, type NamedFile } from "../../../../kit/namedFile";

/** The code blocks of an answer in document order, with the files that they name. */
export class AnswerBlocks {
  readonly #blocks: { code: string; language: string; file: NamedFile | undefined }[] = [];
  #before = "";

  /** Notes the next tokens of the answer. */
  note(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const { type, content, info } = token;
      if (type === "inline") this.#before = content;
      if (!isCode(token)) continue;
      const [language = ""] = info.trim().split(/\s+/);
      this.#blocks.push({ code: content, language, file: namedFile(info, this.#before, content) });
      this.#before = "";
    }
  }

  get count(): number {
    return this.#blocks.length;
  }

  fileOf(blockIndex: number): NamedFile | undefined {
    return this.#blocks[blockIndex]?.file;
  }

  /** Whether the answer with these blocks changes files. */
  isReviewable(output: string): boolean {
    return isReviewable(output, this.#blocks);
  }
}
