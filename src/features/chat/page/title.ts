import { t } from "../../../kit/l10n";
import type { PageState } from "../../../page/protocol/views";
import { button, el } from "../../../page/ui/dom";
import type { Host } from "../../../page/host/rpc";
import { visible } from "../../../page/ui/visible";

/** The heading of the page: the title of the conversation, in one line. A click renames it. */
export class Title {
  readonly element: HTMLElement;
  readonly #heading = el("h1");
  readonly #button: HTMLButtonElement;

  constructor(host: Host) {
    this.#button = button({ class: "title" }, () => host.run("rename"));
    this.#button.dir = "auto";
    this.element = el("header", {}, this.#heading);
  }

  show({ title = "" }: PageState): void {
    this.element.className = title ? "title-line" : "spoken";
    this.#button.textContent = visible(title, 300);
    this.#button.title = t("Rename {0}", visible(title));
    const shown = title ? this.#button : t("Chat with your experts");
    if (this.#heading.firstChild !== shown) this.#heading.replaceChildren(shown);
  }
}
