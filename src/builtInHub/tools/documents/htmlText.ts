import type { Handler } from "htmlparser2";
import { CallProblem } from "../tool";

const maxElementDepth = 500;
const maxMilliseconds = 2000;
const maxIndent = 5;
const pieceLength = 32 * 1024;

/** Elements whose content is no text of the document. */
const skipped = new Set(
  (
    "script style noscript template svg math iframe object embed canvas audio video nav footer aside button " +
    "select textarea dialog menu"
  ).split(" "),
);

const blocks = new Set(
  (
    "address article blockquote body br caption center dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 header hgroup hr " +
    "html li main ol p pre search section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);

const isHidden = ({ hidden, style = "", role = "", ...others }: Attributes): boolean =>
  hidden !== undefined ||
  others["aria-hidden"] === "true" ||
  role === "navigation" ||
  /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style.slice(0, 1000));

type Attributes = Readonly<Record<string, string>>;

/**
 * The text of a page as Markdown: headings, lists, tables, code and links are kept; scripts, styles,
 * navigation and what is hidden are not. Throws `CallProblem` for a page that is built to cost time.
 */
export async function htmlText(html: string, address: URL, signal: AbortSignal): Promise<string> {
  const { Parser } = await import("htmlparser2");
  const page = new Page(address);
  const parser = new Parser(page);
  let spent = 0;
  for (let at = 0; at < html.length; at += pieceLength) {
    signal.throwIfAborted();
    const started = performance.now();
    parser.write(html.slice(at, at + pieceLength));
    spent += performance.now() - started;
    if (page.depth > maxElementDepth || spent > maxMilliseconds) {
      throw new CallProblem("The page is too intricate to be read.");
    }
    // Lets other questions, and the end of this one, have their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  parser.end();
  return page.text();
}

interface Link {
  readonly target: string;
  /** The line up to its text. */
  readonly before: string;
}

class Page implements Partial<Handler> {
  readonly #address: URL;
  readonly #lines: string[] = [];
  #title = "";
  /** Only appended to: reading it while it grows would take quadratic time. */
  #line = "";
  #hasCells = false;
  /** What the current line starts with, such as `## `. */
  #prefix = "";
  #link: Link | undefined;
  /** How many list items are open. */
  #lists = 0;
  #preDepth = 0;
  #titleDepth = 0;
  /** The depth of the outermost element that is skipped, else 0. */
  #skippedFrom = 0;
  depth = 0;

  constructor(address: URL) {
    this.#address = address;
  }

  text(): string {
    this.#endLine();
    const body = this.#lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim();
    const title = collapsed(this.#title).trim();
    return title === "" || body.includes(`# ${title}`) ? body : `# ${title}\n\n${body}`.trim();
  }

  onopentag(name: string, attributes: Attributes): void {
    this.depth += 1;
    if (this.#skippedFrom > 0) return;
    if (skipped.has(name) || isHidden(attributes)) {
      this.#skippedFrom = this.depth;
      return;
    }
    if (name === "title" && this.#titleDepth === 0) this.#titleDepth = this.depth;
    if (blocks.has(name)) this.#openBlock(name);
    if (name === "a") {
      this.#closeLink();
      this.#link = { target: attributes["href"] ?? "", before: this.#line };
      this.#line = "";
    }
  }

  ontext(text: string): void {
    if (this.#skippedFrom > 0) return;
    if (this.#titleDepth > 0) this.#title = (this.#title + text).slice(0, 300);
    else this.#line += text;
  }

  onclosetag(name: string): void {
    const { depth } = this;
    this.depth -= 1;
    if (this.#skippedFrom > 0) {
      if (this.#skippedFrom === depth) this.#skippedFrom = 0;
      return;
    }
    if (this.#titleDepth === depth) this.#titleDepth = 0;
    if (name === "a") this.#closeLink();
    if (blocks.has(name)) this.#closeBlock(name, depth);
  }

  #openBlock(name: string): void {
    if (name === "td" || name === "th") {
      if (this.#hasCells) this.#line += " | ";
      this.#hasCells = true;
      return;
    }
    this.#endLine();
    if (name === "li") this.#prefix = `${"  ".repeat(Math.min(this.#lists, maxIndent))}- `;
    else if (/^h[1-6]$/.test(name)) this.#startParagraph(`${"#".repeat(Number(name[1]))} `);
    else if (!["br", "tr", "dt", "dd"].includes(name)) this.#startParagraph("");
    if (name === "li") this.#lists += 1;
    if (name === "pre" && this.#preDepth === 0) {
      this.#lines.push("```");
      this.#preDepth = this.depth;
    }
  }

  #closeBlock(name: string, depth: number): void {
    if (name === "td" || name === "th" || name === "br") return;
    this.#endLine();
    this.#prefix = "";
    if (name === "li") this.#lists -= 1;
    if (this.#preDepth === depth) {
      this.#lines.push("```");
      this.#preDepth = 0;
    }
    if (!["li", "tr", "dt", "dd"].includes(name)) this.#startParagraph("");
  }

  #startParagraph(prefix: string): void {
    // The first paragraph of a list item stands on its line; lists in lists follow without a gap.
    if (prefix === "" && (this.#prefix !== "" || this.#lists > 0)) return;
    if (this.#preDepth === 0 && this.#lines.at(-1) !== "") this.#lines.push("");
    this.#prefix = prefix;
  }

  #endLine(): void {
    this.#closeLink();
    const line = this.#preDepth > 0 ? this.#line : collapsed(this.#line).trim();
    if (line !== "") {
      this.#lines.push(this.#prefix + line);
      this.#prefix = "";
    }
    this.#line = "";
    this.#hasCells = false;
  }

  #closeLink(): void {
    if (!this.#link) return;
    const { target, before } = this.#link;
    this.#link = undefined;
    const said = this.#line.trim();
    const to = URL.parse(target, this.#address.href);
    const isShown =
      said !== "" &&
      target !== "" &&
      this.#preDepth === 0 &&
      !target.startsWith("#") &&
      /^https?:$/.test(to?.protocol ?? "");
    this.#line =
      before + (isShown ? this.#line.replace(said, () => `[${said}](${to?.href})`) : this.#line);
  }
}

const collapsed = (text: string): string => text.replaceAll(/\s+/g, " ");
