import MarkdownIt, { type Token } from "markdown-it";
import { t } from "../../../kit/l10n";
import { fenced, longestRun } from "../../../kit/fence";
import { withoutHidden } from "../../changes/core/hiddenCharacters";
import { beginning } from "./withinTokens";

/** Text as Markdown: every character that could have a meaning is escaped, also in addresses. */
function inertText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** What a paragraph, a heading or a cell has, written anew. */
function inertInline(tokens: readonly Token[]): string {
  let written = "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.type === "link_open") {
      let end = at + 1;
      while (end < tokens.length && tokens[end]!.type !== "link_close") end++;
      written += link(token, inertInline(tokens.slice(at + 1, end)));
      at = end;
    } else written += partOf(token);
  }
  return written;
}

function partOf(token: Token): string {
  switch (token.type) {
    case "strong_open":
    case "strong_close":
    case "em_open":
    case "em_close":
    case "s_open":
    case "s_close":
      return token.markup;
    case "code_inline":
      return inertCode(token.content);
    case "softbreak":
      return "\n";
    case "hardbreak":
      return "\\\n";
    case "image":
      return image(token);
    default:
      return inertText(token.content);
  }
}

function inertCode(text: string): string {
  const marks = "`".repeat(longestRun(text) + 1);
  const gap = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${marks}${gap}${text}${gap}${marks}`;
}

/** Only an https address is one to follow; another is shown, so that the words cannot disguise it. */
function link(token: Token, words: string): string {
  const address = String(token.attrGet("href") ?? "");
  const url = httpsUrl(address);
  if (!url) return `${words} ${inertText(`(${address.slice(0, 300) || t("no address")})`)}`;
  return `[${words || inertText(url.host)}](<${url.href.replaceAll(/[<>\\\s]/g, encodeURIComponent)}>)`;
}

function image(token: Token): string {
  const words = tokenWords(token).trim() || t("no description");
  const url = URL.parse(String(token.attrGet("src") ?? ""));
  const place = url ? url.host || url.protocol : t("no address");
  return inertText(t("[Image: {0} ({1})]", words, place.slice(0, 100)));
}

function tokenWords({ children, content, type }: Token): string {
  if (type.endsWith("break")) return " ";
  return children?.length ? children.map(tokenWords).join("") : content;
}

function httpsUrl(address: string): URL | undefined {
  const url = URL.parse(address);
  return url?.protocol === "https:" && !url.username && !url.password ? url : undefined;
}

const parser = new MarkdownIt({ html: false });

/** Characters of an answer; VS Code's chat draws all of it at once, in its own window. */
const maxAnswerLength = 200_000;

/**
 * An answer as Markdown for VS Code's own chat that does nothing by itself: what is known is written
 * anew from its tokens, and everything else becomes text. Images become words, and links lead to
 * https addresses only.
 */
export function inertAnswer(markdown: string): string {
  const shown = markdown.length > maxAnswerLength ? beginning(markdown, maxAnswerLength) : markdown;
  const written = blocks(parser.parse(withoutHidden(shown), {}));
  // VS Code's chat reads tags of its own, also in code.
  const inert = written.replaceAll(/<(?=\/?vscode_)/gi, "< ");
  if (shown === markdown) return inert;
  const note = t(
    "This is only the beginning of the answer. Open it in Expert Hub to see all of it.",
  );
  return `${inert}\n\n_${inertText(note)}_`;
}

function blocks(tokens: readonly Token[], between = "\n\n"): string {
  const written: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const end = closing(tokens, at);
    const block = blockOf(tokens[at]!, tokens.slice(at + 1, end));
    if (block !== "") written.push(block);
    at = end;
  }
  return written.join(between);
}

/** Where the token that is at `at` ends: there if it contains nothing. */
function closing(tokens: readonly Token[], at: number): number {
  const { nesting, level } = tokens[at]!;
  if (nesting !== 1) return at;
  let end = at + 1;
  while (end < tokens.length && !(tokens[end]!.nesting === -1 && tokens[end]!.level === level))
    end++;
  return end;
}

function blockOf(token: Token, inside: readonly Token[]): string {
  switch (token.type) {
    case "paragraph_open":
      return tokensText(inside);
    case "heading_open":
      return `${"#".repeat(Number(token.tag.slice(1)) || 1)} ${inOneTextLine(tokensText(inside))}`;
    case "blockquote_open":
      return prefixed(blocks(inside), "> ");
    case "bullet_list_open":
      return listText(inside, () => "- ");
    case "ordered_list_open": {
      const start = Number(token.attrGet("start") ?? 1);
      return listText(inside, (index) => `${start + index}. `);
    }
    case "table_open":
      return table(inside);
    case "fence":
    case "code_block":
      return fenceText(token);
    case "hr":
      return "* * *";
    case "inline":
      return inertInline(token.children ?? []);
    default:
      return token.nesting === 1
        ? blocks(inside)
        : inertInline([Object.assign(token, { type: "text" })]);
  }
}

function tokensText(inside: readonly Token[]): string {
  return inside.map(({ children }) => inertInline(children ?? [])).join("");
}

function inOneTextLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ");
}

function prefixed(text: string, first: string, others = first): string {
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? first : others) + line)
    .join("\n");
}

function listText(inside: readonly Token[], mark: (index: number) => string): string {
  const items: string[] = [];
  let isTight = true;
  for (let at = 0; at < inside.length; at++) {
    const end = closing(inside, at);
    const content = inside.slice(at + 1, end);
    if (content.some(({ type, hidden }) => type === "paragraph_open" && !hidden)) isTight = false;
    const begun = mark(items.length);
    items.push(prefixed(blocks(content, isTight ? "\n" : "\n\n"), begun, " ".repeat(begun.length)));
    at = end;
  }
  return items.join(isTight ? "\n" : "\n\n");
}

function table(inside: readonly Token[]): string {
  const rows: string[][] = [];
  const alignment: string[] = [];
  for (const [at, token] of inside.entries()) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "th_open") alignment.push(ruleOf(token));
    if (token.type !== "th_open" && token.type !== "td_open") continue;
    const cell = inertInline(inside[at + 1]?.children ?? []);
    rows.at(-1)?.push(inOneTextLine(cell).replaceAll(/(?<!\\)\|/g, String.raw`\|`));
  }
  const [head = [], ...body] = rows;
  return [head, alignment, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function ruleOf(token: Token): string {
  const style = String(token.attrGet("style") ?? "");
  if (style.includes("center")) return ":---:";
  return style.includes("right") ? "---:" : "---";
}

/** In VS Code's chat, some languages are not drawn as code but looked up or run. */
const drawn = /^(?:vscode.*|mermaid)$/i;

function fenceText({ content, info }: Token): string {
  const [named = ""] = info.trim().split(/\s+/);
  const language = /^[\w+#.-]{1,40}$/.test(named) && !drawn.test(named) ? named : "";
  return fenced(content, language);
}
