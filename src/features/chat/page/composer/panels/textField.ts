import type { Attributes } from "../../../../../page/ui/dom";
import type { Toolkit } from "../../../../../page/ui/toolkit";

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
