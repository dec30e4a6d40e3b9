import { t } from "../../../../kit/l10n";
import type { AttachmentView, PageState, SuggestionView } from "../../../../page/protocol/views";
import type { Host } from "../../../../page/host/rpc";
import { button, el } from "../../../../page/ui/dom";
import type { Folds } from "../../../../page/ui/folds";
import type { Notices } from "../../../../page/ui/notices";
import { toolkit } from "../../../../page/ui/toolkit";

const title = t("Add Context… (#). Files and tabs can also be dropped here while holding Shift.");
/** No turn has this id. */
const chipFolds = "";

/** What is attached to the next question. The code that draws it is loaded with the first attachment. */
export class Attachments {
  readonly button: HTMLButtonElement;
  readonly element = el("div", { class: "chips" });
  readonly #host: Host;
  readonly #notices: Notices;
  readonly #folds: Folds;
  readonly #box: HTMLTextAreaElement;
  #conversationId: string | undefined;
  #wanted: readonly AttachmentView[] = [];
  #suggested: SuggestionView | undefined;
  /** Ids of those that are leaving with a question. */
  #leaving: ReadonlySet<string> = new Set();

  constructor(host: Host, notices: Notices, folds: Folds, box: HTMLTextAreaElement) {
    this.#host = host;
    this.#notices = notices;
    this.#folds = folds;
    this.#box = box;
    folds.watch(this.element, chipFolds);
    this.button = button({ icon: "add", label: t("Add Context…"), title }, () => {
      host.run("attach");
      box.focus();
    });
  }

  show(pageState: PageState): void {
    const { conversationId } = pageState;
    const isOther = conversationId !== this.#conversationId;
    this.#conversationId = conversationId;
    const attachments = pageState.attachments.filter(({ id }) => !this.#leaving.has(id));
    this.#suggested = pageState.setupStep ? undefined : pageState.suggested;
    const isOneGone = this.#wanted.some(({ id }) => !attachments.some((one) => one.id === id));
    this.#wanted = attachments;
    if (isOther) this.element.replaceChildren();
    else if (isOneGone) this.#folds.forget(chipFolds);
    if (attachments.length > 0 || this.#suggested || this.element.firstChild)
      this.#draw(isOther).catch(this.#notices.failed);
  }

  /** Takes the chips away for a question that the host has yet to accept. */
  leave(pageState: PageState): void {
    this.#leaving = new Set(pageState.attachments.map(({ id }) => id));
    this.show(pageState);
  }

  settle(): void {
    this.#leaving = new Set();
  }

  async #draw(isOther: boolean): Promise<void> {
    const { drawChips } = await import("./chips");
    drawChips(this.element, this.#wanted, {
      toolkit,
      host: this.#host,
      notices: this.#notices,
      box: this.#box,
      suggested: this.#suggested,
    });
    if (isOther) this.#folds.open(chipFolds, this.element);
  }
}
