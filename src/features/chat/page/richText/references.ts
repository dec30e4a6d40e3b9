import type { Token } from "markdown-it";
import type { Toolkit } from "../../../../page/ui/toolkit";
import type { RichTextContext } from "../contexts";

/** In the style of the page's icons (icons.ts); rarely needed. */
const image =
  "M6 1c-1.1 0-2 .9-2 2v3h1v-3c0-.55.45-1 1-1h3v2.5c0 .83.67 1.5 1.5 1.5h2.5v7c0 .55-.45 1-1 1h-1.04c-.05.35-.15.69-.3 1h1.34c1.1 0 2-.9 2-2v-7.59c0-.39-.16-.78-.44-1.06l-2.91-2.91c-.28-.28-.67-.44-1.06-.44h-3.59zM12.79 5h-2.29c-.28 0-.5-.22-.5-.5v-2.29l2.79 2.79zM1 9.5c0-1.38 1.12-2.5 2.5-2.5h4c1.38 0 2.5 1.12 2.5 2.5v4c0 .51-.15.98-.41 1.38l-3.03-3.03c-.59-.58-1.53-.58-2.12 0l-3.03 3.03c-.26-.4-.41-.87-.41-1.38v-4zM8 9.75c0-.41-.34-.75-.75-.75-.41 0-.75.34-.75.75 0 .41.34.75.75.75 .41 0 .75-.34.75-.75zM2.12 15.59c.4.26.87.41 1.38.41h4c.51 0 .98-.15 1.38-.41l-3.03-3.03c-.19-.19-.51-.19-.7 0l-3.03 3.03z";

/** An element, and the place in it for nested content. */
interface Nest {
  element: HTMLElement;
  inside: HTMLElement;
}

/**
 * Makes an element lead elsewhere, without an address of its own: its text flows, can be selected,
 * and stays where it was found.
 */
export function makeLink(element: HTMLElement, title: string, open: () => void): void {
  element.classList.add("link");
  element.setAttribute("role", "link");
  element.tabIndex = 0;
  element.title = title;
  element.addEventListener("click", () => {
    // Not where a part of its text was just selected.
    if (getSelection()?.isCollapsed !== false) open();
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    open();
  });
}

/** Only the host opens links, after asking. */
export function linkFor(
  href: string,
  { answer, toolkit }: Pick<RichTextContext, "answer" | "toolkit">,
  words?: string,
): Nest {
  const { el, visible } = toolkit;
  const url = openable(href)?.href;
  const inside = el("span");
  if (url !== undefined)
    makeLink(inside, visible(url, 500), () => answer?.host.run("openLink", { url }));
  const shown = addressShown(href, toolkit, words);
  if (shown === "") return { element: inside, inside };
  const address = el("span", { class: "address" }, shown);
  return { element: el("span", {}, inside, address), inside };
}

export function hrefOf(token: Token): string {
  return String(token.attrGet("href") ?? "");
}

/** The text that a link begins with. */
export function linkWords(text: Token | undefined): string | undefined {
  return text?.type === "text" ? text.content : undefined;
}

/** The parser escapes what addresses do not contain. */
export function decoded(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

type Visible = Pick<Toolkit, "t" | "visible">;

/**
 * What follows the text of a link so that this cannot disguise it: the address, if it stays text; the
 * host that would be reached, if the text seems to be an address of another one.
 */
export function addressShown(href: string, { t, visible }: Visible, words = ""): string {
  const url = openable(href);
  if (!url && words !== "" && words === decoded(href)) return "";
  if (!url) return ` (${visible(href, 300) || t("no address")})`;
  const seems = words.toLowerCase();
  const start = `https://${url.host}`;
  const isPlain =
    !seems.startsWith("https://") ||
    (seems.startsWith(start) && /^(?:[/?#:\s]|$)/.test(seems.slice(start.length)));
  return isPlain ? "" : ` (${visible(url.host, 300)})`;
}

/** The text of an image's chip. */
export function imageShown(token: Token, { t, visible }: Visible): string {
  const alt = visible(altText(token), 300);
  const place = imageSource(String(token.attrGet("src") ?? "")) ?? t("no address");
  return t("image: {0} ({1})", alt || t("no description"), visible(place, 100));
}

/** Nothing remote is ever loaded: a chip says what would be shown, and from where. */
export function imageChip(token: Token, toolkit: Toolkit): HTMLElement {
  const { el, iconOf } = toolkit;
  return el("span", { class: "image-chip" }, iconOf(image), imageShown(token, toolkit));
}

function altText(token: Token): string {
  if (!token.children?.length) return token.content;
  return token.children
    .map((child) => (child.type.endsWith("break") ? " " : altText(child)))
    .join("");
}

function imageSource(src: string): string | undefined {
  const url = URL.parse(src);
  return url ? url.host || url.protocol : undefined;
}

/** The address if it may be opened: of https, without a user name. */
export function openable(href: string): URL | undefined {
  const url = URL.parse(href);
  return url?.protocol === "https:" && !url.username && !url.password ? url : undefined;
}
