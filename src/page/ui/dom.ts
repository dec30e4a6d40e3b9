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
export type Child = Node | string | undefined;

/** The only way to create an element: attributes from a closed list, text as text. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

interface ButtonOptions {
  icon?: IconName | SVGSVGElement;
  /** Accessible name and tooltip if the button shows no text. */
  label?: string;
  title?: string;
  text?: string;
  class?: string;
}

export function button(options: ButtonOptions, onClick: () => void): HTMLButtonElement {
  const element = el(
    "button",
    {
      type: "button",
      class: options.class ?? "icon-button",
      "aria-label": options.label,
      title: options.title ?? options.label,
    },
    typeof options.icon === "string" ? icon(options.icon) : options.icon,
    options.text,
  );
  element.addEventListener("click", onClick);
  return element;
}

/** Moves the focus to an element that takes it only for now: a click inside must not. */
export function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) {
    element.tabIndex = -1;
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}

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
