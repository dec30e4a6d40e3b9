import { Owner } from "../../kit/disposable";
import { Emitter } from "../../kit/event";
import { Conversation } from "../conversation/conversation";
import type { Attachment } from "../conversation/question";
import { Queue } from "./queue";

/** A conversation and what is being composed for it. Any number of pages may show it. */
export class Chat extends Owner {
  readonly conversation: Conversation;
  readonly #changed = this.register(new Emitter<void>());
  readonly #typed = this.register(new Emitter<unknown>());
  /** Questions that wait for the one in progress. */
  readonly queue = this.register(new Queue());
  #draft = "";
  #draftRevision = 0;
  #attachment: Attachment | undefined;
  #expertId: number | undefined;

  /** The content of the composer or the queue changed; turns have their own event. */
  readonly onDidChange = this.#changed.event;
  /** Text was typed in this page. */
  readonly onDidType = this.#typed.event;

  /** Owns the conversation. An earlier one continues with the expert of its last question. */
  constructor(conversation = new Conversation()) {
    super();
    this.conversation = this.register(conversation);
    this.register(this.queue.onDidChange(() => this.#changed.fire()));
    this.#expertId = conversation.turns.at(-1)?.asked.expertId;
  }

  get draft(): string {
    return this.#draft;
  }
  set draft(draft: string) {
    if (draft === this.#draft) return;
    this.#draft = draft;
    this.#draftRevision++;
    this.#changed.fire();
  }

  /** Increases with each change of the draft: pages accept only newer drafts. */
  get draftRevision(): number {
    return this.#draftRevision;
  }

  /** Takes what was typed in a page; the other pages are notified. */
  typed(draft: string, page: unknown): void {
    if (draft === this.#draft) return;
    this.#draft = draft;
    this.#draftRevision++;
    this.#typed.fire(page);
  }

  get attachment(): Attachment | undefined {
    return this.#attachment;
  }
  set attachment(attachment: Attachment | undefined) {
    this.#attachment = attachment;
    this.#changed.fire();
  }

  /** The expert picked for this chat, if any. */
  get expertId(): number | undefined {
    return this.#expertId;
  }
  set expertId(expertId: number | undefined) {
    this.#expertId = expertId;
    this.#changed.fire();
  }

  /** The composer has content that could be lost. */
  get isComposed(): boolean {
    return this.#draft !== "" || this.#attachment !== undefined;
  }

  /** Something that was typed is only here. */
  get hasUnsent(): boolean {
    return this.isComposed || !this.queue.isEmpty;
  }

  get isUnasked(): boolean {
    return this.conversation.turns.length === 0;
  }

  /** Puts an unanswered question back, unless something else is being composed. */
  restore({ typed, attachment }: { typed: string; attachment?: Attachment }): void {
    if (this.#draft !== "" || this.#attachment) return;
    this.draft = typed;
    this.attachment = attachment;
  }

  /** Takes the content out of the composer. */
  take(): { typed: string; attachment?: Attachment } {
    const taken = {
      typed: this.#draft,
      ...(this.#attachment && { attachment: this.#attachment }),
    };
    this.draft = "";
    this.attachment = undefined;
    return taken;
  }
}
