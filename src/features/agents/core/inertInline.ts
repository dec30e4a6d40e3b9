import type { Token } from "markdown-it";
import { t } from "../../../kit/l10n";
import { longestRun } from "../../../kit/fence";

/** Text as Markdown: every character that could have a meaning is escaped, also in addresses. */
export function inertText(text: string): string {
  return text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/** What a paragraph, a heading or a cell has, written anew. */
export function inertInline(tokens: readonly Token[]): string {
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

function inertCode(content: string): string {
  const text = content.replaceAll(/\s*\n\s*/g, " ");
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
