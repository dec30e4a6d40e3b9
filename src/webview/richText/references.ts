import type { Token } from "markdown-it";
import type { RichSurroundings } from "./richText";

/** An element and the place in it that takes what is nested. */
export interface Nest {
  element: HTMLElement;
  inside: HTMLElement;
}

/** A link is a button without an address of its own: only the host opens things, after asking. */
export function linkFor(href: string, around: RichSurroundings): Nest {
  const url = httpsUrl(href);
  if (!url) return deadLink(href, around);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.title = around.visible(url.href, 500);
  button.addEventListener("click", () => {
    around.openLink(url.href);
  });
  return { element: button, inside: button };
}

/** Any other address stays text, shown so that the words of the link cannot hide it. */
function deadLink(href: string, around: RichSurroundings): Nest {
  const element = document.createElement("span");
  const inside = document.createElement("span");
  const address = document.createElement("span");
  address.className = "address";
  address.append(addressShown(href, around));
  element.append(inside, address);
  return { element, inside };
}

type Visible = Pick<RichSurroundings, "visible">;

/** What follows the words of a link that leads nowhere; nothing after one that may be opened. */
export function addressShown(href: string, { visible }: Visible): string {
  return httpsUrl(href) ? "" : ` (${visible(href, 300) || "no address"})`;
}

/** The words of an image's chip. */
export function imageShown(token: Token, { visible }: Visible): string {
  const alt = visible(textOf(token), 300);
  const place = placeOf(String(token.attrGet("src") ?? ""));
  return `image: ${alt || "no description"} (${visible(place, 100)})`;
}

/** Nothing remote is ever loaded: a chip says what would be shown, and from where. */
export function imageChip(token: Token, around: RichSurroundings): HTMLElement {
  const chip = document.createElement("span");
  chip.className = "image-chip";
  chip.append(around.icon("image"), imageShown(token, around));
  return chip;
}

function textOf(token: Token): string {
  if (!token.children?.length) return token.content;
  return token.children
    .map((child) => (child.type === "image" ? textOf(child) : child.content || " "))
    .join("");
}

function placeOf(src: string): string {
  const url = URL.parse(src);
  if (!url) return "no address";
  return url.host || url.protocol;
}

function httpsUrl(href: string): URL | undefined {
  const url = URL.parse(href);
  return url?.protocol === "https:" && !url.username && !url.password ? url : undefined;
}
