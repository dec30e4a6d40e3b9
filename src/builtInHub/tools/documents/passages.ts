import { cut, wholeEnd } from "../dataBlock";
import { indexed, searchWords } from "../searchWords";

/** A piece of a document that can be quoted. */
export interface Passage {
  readonly id: number;
  /** The headings that it stands below, outermost first. */
  readonly heading: string;
  readonly text: string;
}

const wantedLength = 1000;
const maxPassageLength = 1500;
const maxHeading = 200;
const maxTermLength = 40;
const maxTerms = 40;

/** Splits Markdown or plain text into passages in its order, at headings and blank lines. */
export function passagesOf(text: string): Passage[] {
  const passages: Passage[] = [];
  const headings: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let isInFence = false;
  let hasText = false;
  const end = () => {
    const joined = lines.join("\n").trim();
    const heading = cut(headings.filter(Boolean).join(" › "), maxHeading);
    if (joined !== "") passages.push({ id: passages.length, heading, text: joined });
    lines = [];
    length = 0;
    hasText = false;
  };
  for (const line of text.split("\n").flatMap(pieces)) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isInFence = !isInFence;
    const [, marks, title = ""] = (!isInFence && /^(#{1,6})\s+(\S.*)$/.exec(line)) || [];
    const isBreak = line.trim() === "" && !isInFence && length >= wantedLength;
    if ((marks !== undefined && hasText) || isBreak || length + line.length > maxPassageLength)
      end();
    if (marks === undefined) hasText ||= line.trim() !== "";
    else {
      headings.length = Math.min(headings.length, marks.length - 1);
      while (headings.length < marks.length - 1) headings.push("");
      headings.push(title.trim());
    }
    lines.push(line);
    length += line.length + 1;
  }
  end();
  return passages;
}

/** A line in pieces that fit into a passage. */
function pieces(line: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < line.length || found.length === 0;) {
    const limit = Math.min(line.length, start + maxPassageLength);
    const blank = limit < line.length ? line.slice(start, limit).lastIndexOf(" ") : -1;
    const end = blank > maxPassageLength / 2 ? start + blank + 1 : wholeEnd(line, limit);
    found.push(line.slice(start, end));
    if (end === line.length) break;
    start = end;
  }
  return found;
}

/** The passages that have words of the query, best first. */
export async function rankPassages(
  passages: readonly Passage[],
  query: string,
): Promise<Passage[]> {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch<Passage>({
    fields: ["heading", "text"],
    tokenize: searchWords,
    processTerm: (term) => (term.length > maxTermLength ? null : indexed(term)),
    searchOptions: {
      boost: { heading: 1.5 },
      prefix: (term) => term.length > 3,
      tokenize: (text) => searchWords(text).slice(0, maxTerms),
    },
  });
  await index.addAllAsync(passages, { chunkSize: 200 });
  return index.search(query).flatMap(({ id }) => passages[id as number] ?? []);
}
