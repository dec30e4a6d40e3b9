import type { Toolkit } from "../../../../../page/ui/toolkit";
import { TextField, documentAddress } from "./fields";

/** Documents that the agent may use: a list to add to and remove from. */
export class Addresses {
  readonly element: HTMLElement;
  readonly #toolkit: Toolkit;
  readonly #list: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #field: TextField;
  /** Shows the list that is then valid. */
  readonly #onChange: (urls: string[]) => void;
  #urls: string[] = [];

  constructor(toolkit: Toolkit, onChange: (urls: string[]) => void) {
    this.#toolkit = toolkit;
    this.#onChange = onChange;
    const { el, button, t } = toolkit;
    this.#list = el("ul", { class: "addresses" });
    this.#field = new TextField(toolkit, {
      id: "address",
      inputmode: "url",
      placeholder: "https://…",
    });
    this.#input = this.#field.input;
    const add = button(
      { text: t("Add"), class: "button secondary", title: t("Add the address") },
      () => this.#add(),
    );
    this.element = el(
      "div",
      { class: "field field-list" },
      el("label", { class: "field-label", for: "address" }, t("Document addresses")),
      this.#list,
      el("div", { class: "address-row" }, this.#input, add),
      this.#field.error,
    );
    this.#input.addEventListener("input", () => this.#field.show(undefined));
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || this.#toolkit.isOfInputMethod(event)) return;
      event.preventDefault();
      this.#add();
    });
  }

  show(urls: string[]): void {
    if (urls.length === this.#urls.length && urls.every((url, at) => url === this.#urls[at]))
      return;
    this.#urls = urls;
    this.#list.replaceChildren(...urls.map((url, at) => this.#row(url, at)));
  }

  #row(url: string, at: number): HTMLElement {
    const { el, button, t, visible } = this.#toolkit;
    const label = visible(url, 500);
    return el(
      "li",
      {},
      el("span", { class: "address-text", title: label }, label),
      button({ icon: "close", label: t("Remove {0}", label) }, () => {
        this.#onChange(this.#urls.filter((_, index) => index !== at));
        const rest = this.#list.querySelectorAll("button");
        (rest[Math.min(at, rest.length - 1)] ?? this.#input).focus();
      }),
    );
  }

  #add(): void {
    if (this.#input.value.trim() === "") return;
    const made = documentAddress(this.#input.value, this.#urls, this.#toolkit);
    if ("error" in made) {
      this.#field.show(made.error);
      this.#field.error.scrollIntoView({ block: "nearest" });
      return;
    }
    this.#input.value = "";
    this.#onChange([...this.#urls, made.url]);
    this.#input.focus();
  }
}
