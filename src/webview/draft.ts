import type { ShellView } from "../protocol/views";
import type { Host } from "./rpc";

const saveAfterMs = 300;

/** Unsent text: the box holds it, the host keeps it. */
export class DraftBox {
  readonly #box: HTMLTextAreaElement;
  readonly #host: Host;
  #conversationId: string | undefined;
  /** Of the draft that the host gave. */
  #revision = 0;
  /** What the host knows. */
  #saved = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(box: HTMLTextAreaElement, host: Host) {
    this.#box = box;
    this.#host = host;
    box.addEventListener("input", () => {
      this.#schedule();
    });
    box.addEventListener("blur", () => {
      this.saveNow();
    });
  }

  /** Takes the host's text where the host changed it, unless words are in the box that the host does not know. */
  adopt({ conversationId, draft, draftRevision }: ShellView): void {
    const same = conversationId === this.#conversationId;
    if (same && draftRevision === this.#revision) return;
    // The last words before the page shows another conversation belong to the one before.
    if (!same) this.saveNow();
    const isAhead = same && this.#box.value !== this.#saved;
    clearTimeout(this.#timer);
    this.#conversationId = conversationId;
    this.#revision = draftRevision;
    this.#saved = draft;
    if (isAhead) this.#schedule();
    else if (this.#box.value !== draft) this.#box.value = draft;
  }

  write(text: string): void {
    this.#box.value = text;
    this.#schedule();
  }

  /** While the host decides about the text, nothing is saved behind its back. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  sent(): void {
    this.#box.value = "";
    this.#saved = "";
  }

  saveNow(): void {
    clearTimeout(this.#timer);
    const text = this.#box.value;
    const conversationId = this.#conversationId;
    if (conversationId === undefined || text === this.#saved || this.#box.readOnly) return;
    this.#saved = text;
    this.#host.call("saveDraft", { conversationId, text }).catch(() => {
      // The text is still in the box; the next change tries again.
      this.#saved = "";
    });
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.saveNow();
    }, saveAfterMs);
  }
}
