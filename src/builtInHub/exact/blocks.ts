/** A fenced code block of a Markdown text. */
export interface Block {
  readonly text: string;
  /** The language that the fence names, or empty. */
  readonly language: string;
  /** The lines of its fences, counted from 0. */
  readonly open: number;
  readonly close: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;

/** The closed code blocks of some lines, in order; takes time in proportion to their length. */
export function blocksIn(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let start: { mark: string; language: string; at: number } | undefined;
  for (const [at, line] of lines.entries()) {
    if (!start) {
      const [, mark, language = ""] = fence.exec(line) ?? [];
      if (mark !== undefined) start = { mark, language, at };
    } else if (closes(line.trim(), start.mark)) {
      const text = lines.slice(start.at + 1, at).join("\n");
      blocks.push({ text, language: start.language, open: start.at, close: at });
      start = undefined;
    }
  }
  return blocks;
}

function closes(line: string, mark: string): boolean {
  return line.startsWith(mark) && line === mark.charAt(0).repeat(line.length);
}
