import MarkdownIt from "markdown-it";
import { fenced } from "../../../kit/fence";

// What one person writes must not change what follows it in a document.

const parsers = [new MarkdownIt({ html: true }), new MarkdownIt({ html: false })] as const;
type Parser = (typeof parsers)[0];

/** Text as typed: its lines are not headings of the document. */
export function containedText(text: string): string {
  return closed(
    withHeadings(text, ({ lines }) =>
      lines.map((line) => line.replace(/^ {0,3}(?=[#=-])/, "$&\\")),
    ),
  );
}

/** Markdown for a second-level section: its own headings are at least of the third level. */
export function containedMarkdown(markdown: string): string {
  return closed(
    withHeadings(markdown, ({ lines, depth, isUnderlined }) => {
      if (depth > 2) return lines;
      const words = (isUnderlined ? lines.slice(0, -1) : lines).map((line) => line.trim());
      return [`${"#".repeat(depth + 2)} ${words.join(" ").replace(/^#+(?=\s|$)\s*/, "")}`];
    }),
  );
}

interface Heading {
  readonly lines: string[];
  readonly depth: number;
  readonly isUnderlined: boolean;
}

/** The text with its headings replaced, except those in lists and quotations. */
function withHeadings(text: string, change: (heading: Heading) => string[]): string {
  // A replaced heading may now be text above a line that underlines it.
  let changed = text;
  for (let before; before !== changed;) {
    before = changed;
    changed = withHeadingsOnce(before, change);
  }
  return changed;
}

function withHeadingsOnce(text: string, change: (heading: Heading) => string[]): string {
  return parsers.reduce((before, parser) => {
    const lines = before.split(/\r\n?|\n/);
    const headings = parser
      .parse(before, {})
      .filter(({ type, level }) => type === "heading_open" && level === 0);
    for (const { map, tag, markup } of headings.toReversed()) {
      const [start, end] = map ?? [0, 0];
      const depth = Number(tag.slice(1));
      const isUnderlined = !markup.startsWith("#");
      const changed = change({ lines: lines.slice(start, end), depth, isUnderlined });
      lines.splice(start, end - start, ...changed);
    }
    return headings.length === 0 ? before : lines.join("\n");
  }, text);
}

const maxOpenParts = 4;

/** The Markdown with everything closed that it leaves open at its end. */
function closed(markdown: string): string {
  let text = markdown;
  for (let turn = 0; turn < maxOpenParts; turn++) {
    const ends = parsers.map((parser) => openEnd(text, parser));
    if (ends.every((end) => end === undefined)) return text;
    const end = ends.find((one) => one !== undefined);
    if (end === "") break;
    text += `\n${end}`;
  }
  return fenced(markdown, "markdown");
}

const marker = "end of this part";

/** What closes the text; `undefined` if nothing is open, empty if that is unknown. */
function openEnd(text: string, parser: Parser): string | undefined {
  const tokens = parser.parse(`${text}\n\n## ${marker}\n`, {});
  const [open, inline] = tokens.slice(-3);
  if (open?.type === "heading_open" && open.level === 0 && inline?.content === marker)
    return undefined;
  const last = tokens.at(-1);
  if (last?.type === "fence") return last.markup;
  return last?.type === "html_block" ? htmlEnd(last.content.trimStart()) : "";
}

function htmlEnd(html: string): string {
  if (html.startsWith("<!--")) return "-->";
  if (html.startsWith("<?")) return "?>";
  if (html.startsWith("<![CDATA[")) return "]]>";
  if (html.startsWith("<!")) return ">";
  const [, name] = /^<(script|pre|style|textarea)/i.exec(html) ?? [];
  return name === undefined ? "" : `</${name}>`;
}
