import type { PageState } from "../../protocol/views";
import type { Host } from "../host/rpc";

/** Characters: a longer draft is saved once typing pauses. */
const mostAtOnce = 10_000;
const saveAfterMs = 300;

/** Unsent text: shown in the box, stored by the host, also for other pages of the same chat. */
export class DraftBox {
  readonly #box: HTMLTextAreaElement;
  readonly #host: Host;
  #conversationId: string | undefined;
  /** Of the draft that the host sent last. */
  #revision = 0;
  /** The text that the host has stored. */
  #saved: string | undefined = "";
  /** Saves without a reply yet: until they are answered, any draft that the host sends is older. */
  #underWay = new Set<object>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(box: HTMLTextAreaElement, host: Host) {
    this.#box = box;
    this.#host = host;
    box.addEventListener("input", () => {
      this.#changed();
    });
    box.addEventListener("blur", () => {
      this.saveNow();
    });
  }

  /** Accepts the host's text if it is newer, unless the box contains text that the host does not have. */
  adopt({ conversationId, draft, draftRevision }: PageState): void {
    const same = conversationId === this.#conversationId;
    if (same && (draftRevision === this.#revision || this.#underWay.size > 0)) return;
    // The last text typed before the page shows another conversation belongs to the previous one.
    if (!same) {
      this.saveNow();
      this.#underWay = new Set();
    }
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
    this.#changed();
  }

  sent(): void {
    this.#box.value = "";
    this.#saved = "";
  }

  /** While the host decides about the text, nothing is saved. */
  saveNow(): void {
    clearTimeout(this.#timer);
    const text = this.#box.value;
    const conversationId = this.#conversationId;
    if (conversationId === undefined || text === this.#saved || this.#box.readOnly) return;
    void this.#save(conversationId, text);
  }

  async #save(conversationId: string, text: string): Promise<void> {
    const underWay = this.#underWay;
    const own = {};
    this.#saved = text;
    underWay.add(own);
    try {
      await this.#host.call("saveDraft", { conversationId, text });
    } catch {
      // The text is still in the box; the next change tries again.
      this.#saved = undefined;
    } finally {
      underWay.delete(own);
    }
  }

  /** Immediately, since leaving a tab by keyboard destroys its page. */
  #changed(): void {
    if (this.#box.value.length <= mostAtOnce) this.saveNow();
    else this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.saveNow();
    }, saveAfterMs);
  }
}
