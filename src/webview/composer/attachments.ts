import type { AttachmentView, PageState } from "../../protocol/views";
import type { Host } from "../host/rpc";
import { el } from "../ui/dom";
import type { Folds } from "../ui/folds";
import type { Notices } from "../ui/notices";
import { toolkit } from "../ui/toolkit";

/** No turn has this id. */
const chipFolds = "";

/** What is attached to the next question. The code that draws it is loaded with the first attachment. */
export class Attachments {
  readonly element = el("div", { class: "chips" });
  readonly #host: Host;
  readonly #notices: Notices;
  readonly #folds: Folds;
  readonly #focusBox: () => void;
  #conversationId: string | undefined;
  #wanted: AttachmentView[] = [];

  constructor(host: Host, notices: Notices, folds: Folds, focusBox: () => void) {
    this.#host = host;
    this.#notices = notices;
    this.#folds = folds;
    this.#focusBox = focusBox;
    folds.watch(this.element, chipFolds);
  }

  show({ conversationId, attachments }: PageState): void {
    const isOther = conversationId !== this.#conversationId;
    this.#conversationId = conversationId;
    const isOneGone = this.#wanted.some(({ id }) => !attachments.some((one) => one.id === id));
    this.#wanted = attachments;
    if (isOther) this.element.replaceChildren();
    else if (isOneGone) this.#folds.forget(chipFolds);
    if (attachments.length > 0 || this.element.firstChild)
      this.#draw(isOther).catch(this.#notices.failed);
  }

  async #draw(isOther: boolean): Promise<void> {
    const { drawChips } = await import("./chips");
    drawChips(this.element, this.#wanted, {
      toolkit,
      remove: (id) => {
        this.#host.call("removeAttachment", { id }).catch(this.#notices.failed);
      },
      focusBox: this.#focusBox,
    });
    if (isOther) this.#folds.open(chipFolds, this.element);
  }
}
