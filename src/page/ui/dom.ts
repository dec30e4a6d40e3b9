import { icon, type IconName } from "./icons";

type Attribute =
  | "class"
  | "title"
  | "role"
  | "type"
  | "id"
  | "for"
  | "rows"
  | "dir"
  | "datetime"
  | "tabindex"
  | "name"
  | "value"
  | "inputmode"
  | "placeholder"
  | `aria-${string}`;

export type Attributes = Partial<Record<Attribute, string | undefined>>;
type Child = Node | string | undefined;

/** The only way to create an element: attributes from a closed list, text as text. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  // Browsers keep what was typed, to restore it when the page is shown again.
  if ("autocomplete" in element) element.autocomplete = "off";
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

/** Text that may be longer than its frame: with the focus, so that keys can scroll it. */
export function scrollable(
  label: string,
  attributes: Attributes,
  ...children: Child[]
): HTMLPreElement {
  const focusable = { tabindex: "0", role: "group", "aria-label": label };
  return el("pre", { ...focusable, ...attributes }, ...children);
}

interface ButtonOptions extends Partial<Record<`aria-${string}`, string>> {
  icon?: IconName | SVGSVGElement;
  /** Accessible name and tooltip if the button shows no text. */
  label?: string;
  title?: string;
  text?: string;
  class?: string;
}

export function button(
  { icon: shape, label, title = label, text, class: kind = "icon-button", ...aria }: ButtonOptions,
  onClick: () => void,
): HTMLButtonElement {
  const element = el(
    "button",
    { type: "button", class: kind, "aria-label": label, title, ...aria },
    typeof shape === "string" ? icon(shape) : shape,
    text,
  );
  element.addEventListener("click", onClick);
  return element;
}

/**
 * Whoever opened an input of VS Code has the focus until it closes: while the focus is elsewhere, this
 * document takes it for none of its elements, but moves it there once it comes here.
 */
export function waitForFocus(): void {
  const { prototype } = HTMLElement;
  const { focus } = prototype;
  const next: HTMLElement[] = [];
  prototype.focus = function (this: HTMLElement, options) {
    if (document.hasFocus()) focus.call(this, options);
    else next[0] = this;
  };
  addEventListener("focus", () => {
    for (const element of next.splice(0)) focus.call(element);
  });
  addEventListener("pointerdown", () => (next.length = 0));
}

/** Moves the focus to an element that takes it only for now: a click inside must not. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

const inputMethodKeyCode = 229;

/** An input method's own keys choose a word; some browsers reveal that only by the key code. */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === inputMethodKeyCode;

const fillers = new WeakMap<HTMLDetailsElement, () => void | Promise<void>>();

/** A native disclosure; `fill` creates the content when it is first opened. */
export function disclosure(
  kind: string,
  summary: Child[],
  fill: (body: HTMLElement) => void | Promise<void>,
): HTMLDetailsElement {
  const body = el("div", { class: `${kind}-body` });
  const details = el(
    "details",
    { class: kind },
    el("summary", {}, icon("chevronRight"), ...summary),
    body,
  );
  const fillOnce = () => (fillers.delete(details) ? fill(body) : undefined);
  fillers.set(details, fillOnce);
  details.addEventListener("toggle", () => void fillOnce(), { once: true });
  return details;
}

/** Opens a disclosure; its content is there immediately, or once the promise resolves. */
export function unfold(details: HTMLDetailsElement): void | Promise<void> {
  details.open = true;
  return fillers.get(details)?.();
}

/** The longest time that other work may delay a job. */
const maxDelayMs = 500;

/** Runs a job once everything drawn so far is on the screen and the page is idle. */
export function afterPaint(job: () => void): void {
  requestAnimationFrame(() => {
    // Not every browser that may show the page has it.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(job, { timeout: maxDelayMs });
    else setTimeout(job);
  });
}
