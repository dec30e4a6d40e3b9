import type { Attributes } from "../../../../../page/ui/dom";
import type { Toolkit } from "../../../../../page/ui/toolkit";

/** A number as typed, with a comma or a point; `undefined` if it is not a number. */
export function decimalOf(text: string): number | undefined {
  const trimmed = text.trim().replace(",", ".");
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** A whole number of at least 1. */
export function countOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** A document's address as it will be sent, or why the host would refuse it. */
export function documentAddress(
  text: string,
  known: string[],
  { t }: Pick<Toolkit, "t">,
): { url: string } | { error: string } {
  const url = URL.parse(text.trim());
  if (url?.protocol !== "https:")
    return { error: t("This document address does not begin with https://.") };
  if (url.username || url.password)
    return { error: t("This document address contains a user name or password.") };
  if (known.includes(url.href)) return { error: t("This address is already in the list.") };
  return { url: url.href };
}

/** Closes a panel when the keyboard leads below it, where nothing could be seen. */
export function closeAboveFocus(content: HTMLElement, close: () => void): void {
  document.addEventListener("focusin", ({ target }) => {
    const panel = content.closest(".panel");
    if (!panel || !(target instanceof Element) || !target.closest("main")) return;
    const { top } = panel.getBoundingClientRect();
    const { bottom } = target.getBoundingClientRect();
    if (bottom > top && target.matches(":focus-visible")) close();
  });
}

/** A box for a line of text, and what is wrong with it. */
export class TextField {
  readonly input: HTMLInputElement;
  readonly error: HTMLElement;

  constructor({ el }: Toolkit, attributes: Attributes & { id: string }) {
    this.input = el("input", { type: "text", ...attributes });
    this.input.spellcheck = false;
    this.error = el("p", { class: "field-error", id: `${attributes.id}-error`, role: "alert" });
    this.error.hidden = true;
  }

  /** Shows what is wrong; nothing if it is absent. */
  show(error: string | undefined): void {
    const isWrong = error !== undefined;
    this.error.hidden = !isWrong;
    this.error.textContent = error ?? "";
    this.input.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) this.input.setAttribute("aria-describedby", this.error.id);
    else this.input.removeAttribute("aria-describedby");
  }
}

interface NumberOptions {
  name: string;
  read(text: string): number | undefined;
  error: string;
  /** Only called with a valid value; `undefined` if the field is empty. */
  onChange(value: number | undefined): void;
}

const asTyped = { useGrouping: false, maximumFractionDigits: 20 } as const;

let fieldCount = 0;

/** An optional number; an invalid one is reported next to the field and not sent. */
export class NumberField {
  readonly element: HTMLElement;
  readonly #field: TextField;
  readonly #options: NumberOptions;
  readonly #locale: () => string;
  #value: number | undefined;

  constructor(toolkit: Toolkit, options: NumberOptions) {
    this.#options = options;
    const { el, locale, t } = toolkit;
    this.#locale = locale;
    const id = `number-${++fieldCount}`;
    this.#field = new TextField(toolkit, {
      id,
      inputmode: "decimal",
      placeholder: t("hub decides"),
    });
    const { input, error } = this.#field;
    const label = el("label", { class: "field-label", for: id }, options.name);
    this.element = el("div", { class: "field" }, label, input, error);
    input.addEventListener("input", () => this.#typed());
    input.addEventListener("blur", () => {
      if (error.hidden) this.show(this.#value);
    });
  }

  /** Changes the texts of the field, not its number. */
  say({ error, unset }: { error: string; unset: string }): void {
    this.#options.error = error;
    this.#field.input.placeholder = unset;
    if (!this.#field.error.hidden) this.#field.error.textContent = error;
  }

  show(value: number | undefined): void {
    this.#value = value;
    const { input } = this.#field;
    // Text is never replaced while the user is typing, "0." least of all.
    if (document.activeElement === input) return;
    input.value = value?.toLocaleString(this.#locale(), asTyped) ?? "";
    this.#field.show(undefined);
  }

  #typed(): void {
    const text = this.#field.input.value.trim();
    const value = text === "" ? undefined : this.#options.read(text);
    const isWrong = text !== "" && value === undefined;
    this.#field.show(isWrong ? this.#options.error : undefined);
    if (!isWrong) this.#options.onChange(value);
  }
}
