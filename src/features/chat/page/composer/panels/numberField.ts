import type { Toolkit } from "../../../../../page/ui/toolkit";

interface NumberOptions {
  name: string;
  read(text: string): number | undefined;
  error: string;
  /** Only called with a valid value; `undefined` if the field is empty. */
  onChange(value: number | undefined): void;
}

let fieldCount = 0;

/** An optional number; an invalid one is reported next to the field and not sent. */
export class NumberField {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #error: HTMLElement;
  readonly #options: NumberOptions;
  #value: number | undefined;

  constructor({ el, t }: Toolkit, options: NumberOptions) {
    this.#options = options;
    const id = `number-${++fieldCount}`;
    this.#input = el("input", {
      type: "text",
      id,
      inputmode: "decimal",
      placeholder: t("hub decides"),
    });
    this.#input.autocomplete = "off";
    this.#input.spellcheck = false;
    this.#error = el("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    this.#error.hidden = true;
    this.element = el(
      "div",
      { class: "field" },
      el("label", { class: "field-label", for: id }, options.name),
      this.#input,
      this.#error,
    );
    this.#input.addEventListener("input", () => this.#typed());
    this.#input.addEventListener("blur", () => {
      if (this.#error.hidden) this.show(this.#value);
    });
  }

  /** Changes the texts of the field, not its number. */
  say({ error, unset }: { error: string; unset: string }): void {
    this.#options.error = error;
    this.#input.placeholder = unset;
    if (!this.#error.hidden) this.#error.textContent = error;
  }

  show(value: number | undefined): void {
    this.#value = value;
    // Text is never replaced while the user is typing, "0." least of all.
    if (document.activeElement === this.#input) return;
    this.#input.value = value === undefined ? "" : String(value);
    this.#tell(false);
  }

  #typed(): void {
    const text = this.#input.value.trim();
    const value = text === "" ? undefined : this.#options.read(text);
    const wrong = text !== "" && value === undefined;
    this.#tell(wrong);
    if (!wrong) this.#options.onChange(value);
  }

  #tell(wrong: boolean): void {
    this.#error.hidden = !wrong;
    this.#error.textContent = wrong ? this.#options.error : "";
    this.#input.setAttribute("aria-invalid", String(wrong));
    if (wrong) this.#input.setAttribute("aria-describedby", this.#error.id);
    else this.#input.removeAttribute("aria-describedby");
  }
}
