import type { PageState } from "../../../../page/protocol/views";
import type { Host } from "../../../../page/host/rpc";

/** Characters: a longer draft is saved once typing pauses. */
const maxSavedAtOnce = 10_000;
const saveAfterMs = 300;

/** The text of a question that the host has yet to accept. */
interface Leaving {
  readonly conversationId: string | undefined;
  readonly text: string;
  /** What was in the box last, if the page shows another conversation by now. */
  since: string;
  /** The host was sent other text for the draft in the meantime. */
  isSavedOver: boolean;
}

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
  #leaving: Leaving | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** An input method is writing a word: text that is set now would stand beside it. */
  #isComposing = false;

  constructor(box: HTMLTextAreaElement, host: Host) {
    this.#box = box;
    this.#host = host;
    box.addEventListener("input", () => this.#changed());
    box.addEventListener("blur", () => this.saveNow());
    box.addEventListener("compositionstart", () => (this.#isComposing = true));
    box.addEventListener("compositionend", () => (this.#isComposing = false));
  }

  /** Accepts the host's text if it is newer, unless the box contains text that the host does not have. */
  adopt({ conversationId, draft, draftRevision }: PageState): void {
    // What was typed before the page knew its conversation belongs to it.
    const isFirst = this.#conversationId === undefined;
    const same = isFirst || conversationId === this.#conversationId;
    const isOlder = this.#underWay.size > 0 || this.#leaving !== undefined;
    if (same && !isFirst && (draftRevision === this.#revision || isOlder)) return;
    // The last text typed before the page shows another conversation belongs to the previous one.
    if (!same) {
      this.saveNow();
      this.#underWay = new Set();
      if (this.#leaving) this.#leaving.since = this.#box.value;
      this.#leaving = undefined;
    }
    const isAhead = same && (this.#isComposing || this.#box.value !== this.#saved);
    if (isFirst && isAhead && draft !== "")
      this.#onceComposed(() => (this.#box.value = `${draft}${this.#box.value}`));
    clearTimeout(this.#timer);
    this.#conversationId = conversationId;
    this.#revision = draftRevision;
    this.#saved = draft;
    if (isAhead) this.#schedule();
    else this.#box.value = draft;
  }

  write(text: string): void {
    this.#box.value = text;
    this.#changed();
  }

  /** Empties the box for a question, whose text the draft keeps until the host has accepted it. */
  leave(): Leaving {
    const text = this.#box.value;
    const conversationId = this.#conversationId;
    this.#leaving = { conversationId, text, since: "", isSavedOver: false };
    this.#box.value = "";
    return this.#leaving;
  }

  /** False if the page shows another conversation by now: the text stays the draft of its own. */
  isLeaving(leaving: Leaving): boolean {
    return leaving === this.#leaving;
  }

  /** A call that carries the text is on its way: the host takes it as the draft. */
  carried({ text }: Leaving): void {
    this.#saved = text;
    this.saveNow();
  }

  /** The host has emptied the draft, unless other text was saved over it. */
  accepted(leaving: Leaving): void {
    const { conversationId, since, isSavedOver } = leaving;
    if (leaving === this.#leaving) {
      this.#leaving = undefined;
      this.#saved = isSavedOver ? undefined : "";
      this.saveNow();
      return;
    }
    const isElsewhere = conversationId !== undefined && conversationId !== this.#conversationId;
    if (isSavedOver && isElsewhere)
      this.#host.call("saveDraft", { conversationId, text: since }).catch(() => undefined);
  }

  /** Puts the text back, before what was typed since. The draft of another conversation keeps it. */
  refused(leaving: Leaving): void {
    if (this.#isComposing) {
      this.#onceComposed(() => this.refused(leaving));
      return;
    }
    if (leaving !== this.#leaving) return;
    const text = this.#text;
    const { value, selectionStart, selectionEnd } = this.#box;
    const before = text.length - value.length;
    this.#leaving = undefined;
    this.#box.value = text;
    this.#box.setSelectionRange(selectionStart + before, selectionEnd + before);
    this.#saved = undefined;
    this.saveNow();
  }

  #onceComposed(change: () => void): void {
    if (!this.#isComposing) change();
    else this.#box.addEventListener("compositionend", () => setTimeout(change), { once: true });
  }

  saveNow(): void {
    clearTimeout(this.#timer);
    const text = this.#text;
    const conversationId = this.#conversationId;
    if (conversationId === undefined || text === this.#saved) return;
    void this.#save(conversationId, text);
  }

  /** With the text that is leaving: the question may be refused. */
  get #text(): string {
    const typed = this.#box.value;
    if (!this.#leaving) return typed;
    return [this.#leaving.text, typed].filter((text) => text !== "").join("\n\n");
  }

  async #save(conversationId: string, text: string): Promise<void> {
    const underWay = this.#underWay;
    const own = {};
    if (this.#leaving) this.#leaving.isSavedOver = true;
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
    if (this.#text.length <= maxSavedAtOnce) this.saveNow();
    else this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.saveNow(), saveAfterMs);
  }
}
