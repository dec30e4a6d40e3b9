import type { PageState } from "../../protocol/views";
import type { Host } from "../host/rpc";

/** Longer words are saved once the typing rests. */
const mostAtOnce = 10_000;
const saveAfterMs = 300;

/** Unsent text: the box holds it, the host keeps it, for other pages of the same chat as well. */
export class DraftBox {
  readonly #box: HTMLTextAreaElement;
  readonly #host: Host;
  #conversationId: string | undefined;
  /** Of the draft that the host gave. */
  #revision = 0;
  /** What the host knows. */
  #saved: string | undefined = "";
  /** Savings that are not answered yet: until they are, all that the host tells of the draft is older. */
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

  /** Takes the host's text where it is newer, unless words are in the box that the host does not know. */
  adopt({ conversationId, draft, draftRevision }: PageState): void {
    const same = conversationId === this.#conversationId;
    if (same && (draftRevision === this.#revision || this.#underWay.size > 0)) return;
    // The last words before the page shows another conversation belong to the one before.
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

  /** While the host decides about the text, nothing is saved behind its back. */
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

  /** At once, since a tab that is left by a key takes its page with it. */
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
