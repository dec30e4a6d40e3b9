import { t } from "../../../kit/l10n";
import type { PageState } from "../../../page/protocol/views";
import { button, el } from "../../../page/ui/dom";
import type { Host } from "../../../page/host/rpc";
import { visible } from "../../../page/ui/visible";

/** The title of the conversation, in one line. A click renames it. */
export class Title {
  readonly element: HTMLElement;
  readonly #button: HTMLButtonElement;

  constructor(host: Host) {
    this.#button = button({ class: "title" }, () => host.run("rename"));
    this.#button.dir = "auto";
    this.element = el("header", { class: "title-line" }, this.#button);
    this.element.hidden = true;
  }

  show({ title = "" }: PageState): void {
    this.element.hidden = title === "";
    this.#button.textContent = visible(title, 300);
    this.#button.title = t("Rename {0}", visible(title));
  }
}
