import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { Conversation } from "../../conversation/core/conversation";
import { type Attachment, withoutInstructions } from "../../conversation/core/attachment";
import type { Turn } from "../../conversation/core/turn";
import { nothingUnsent, type PickedExpert, type Unsent } from "../../conversation/core/unsent";
import type { DraftFiles } from "../../conversation/core/draftFiles";
import { fireAndForget } from "../../../kit/unexpectedErrors";
import { PendingConfirmations } from "./pendingConfirmations";
import { Queue } from "./queue";
import { UnreadPictures } from "../../conversation/core/sentPictures";
import type { ShownState } from "../../../contract/vocabulary";

export interface Composed {
  readonly typed: string;
  readonly attachments: readonly Attachment[];
}

/** A conversation and what is being composed for it. Any number of pages may show it. */
export class Chat extends Owner {
  readonly conversation: Conversation;
  readonly #changed = this.register(new Emitter<void>());
  readonly #typed = this.register(new Emitter<unknown>());
  /** Questions that wait for the one in progress. */
  readonly queue = this.register(new Queue());
  /** What the user has to decide before something goes on. */
  readonly pending: PendingConfirmations;
  readonly unread = this.register(new UnreadPictures());
  #draft = "";
  #draftRevision = 0;
  #attachments: readonly Attachment[] = [];
  #picked: PickedExpert | undefined;
  #once: PickedExpert | undefined;
  #withoutInstructions = false;

  /** The content of the composer or the queue changed; turns have their own event. */
  readonly onDidChange = this.#changed.event;
  /** Text was typed in this page. */
  readonly onDidType = this.#typed.event;

  /** Owns the conversation. An earlier one continues with the expert of its last question. */
  constructor(
    conversation = new Conversation(),
    unsent = nothingUnsent,
    isInView: () => boolean = () => false,
  ) {
    super();
    this.pending = this.register(new PendingConfirmations(isInView));
    this.conversation = this.register(conversation);
    const last = conversation.turns.at(-1);
    this.#picked = unsent.picked ?? (last && expertOfTurn(last));
    this.#once = unsent.once;
    this.#draft = unsent.typed;
    this.#attachments = unsent.attachments;
    this.queue.restore(unsent.queue);
    this.register(this.queue.onDidChange(() => this.#changed.fire()));
    this.register(this.pending.onDidChange(() => this.#changed.fire()));
    this.register(this.unread.onDidChange(() => this.#changed.fire()));
    const endEdit = () => (this.isComposed ? undefined : this.queue.endEdit());
    this.register(this.onDidChange(endEdit));
    this.register(this.onDidType(endEdit));
  }

  /** What would be lost with this chat. */
  get unsent(): Unsent {
    const { draft: typed, attachments, queue, picked, once } = this;
    return { typed, attachments, queue: queue.questions, picked, once };
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

  /** What was typed in a page is the draft; the other pages are notified. */
  setDraft(draft: string, page: unknown): void {
    if (draft === this.#draft) return;
    this.#draft = draft;
    this.#draftRevision++;
    this.#typed.fire(page);
  }

  /** What is sent with the next question, in this order. */
  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }
  set attachments(attachments: readonly Attachment[]) {
    this.#attachments = attachments;
    this.#changed.fire();
  }

  detach(id: string): void {
    this.attachments = this.#attachments.filter((one) => one.id !== id);
  }

  /** The user has taken the instructions of the folder off. */
  get withoutInstructions(): boolean {
    return this.#withoutInstructions;
  }
  set withoutInstructions(isWithout: boolean) {
    this.#withoutInstructions = isWithout;
    this.#changed.fire();
  }

  get picked(): PickedExpert | undefined {
    return this.#picked;
  }
  set picked(picked: PickedExpert | undefined) {
    this.#picked = picked;
    this.#once = undefined;
    this.#changed.fire();
  }

  /** Who is asked the next question, and only that, in place of the expert of this chat. */
  get once(): PickedExpert | undefined {
    return this.#once;
  }
  set once(once: PickedExpert | undefined) {
    this.#once = once;
    this.#changed.fire();
  }

  /** The composer has content that could be lost. */
  get isComposed(): boolean {
    return this.#draft !== "" || this.#attachments.length > 0;
  }

  /** Something that was typed is only here. */
  get hasUnsent(): boolean {
    return this.isComposed || !this.queue.isEmpty;
  }

  get isUnasked(): boolean {
    return this.conversation.turns.length === 0;
  }

  /** Puts an unanswered question back, unless something else is being composed. */
  restore({ typed, attachments = [] }: Pick<Composed, "typed"> & Partial<Composed>): void {
    if (this.isComposed) return;
    this.draft = typed;
    this.attachments = withoutInstructions(attachments);
  }

  /** Saves what is composed whenever it changes, and takes over what another window saves. */
  keepIn(drafts: DraftFiles): void {
    const { id } = this.conversation;
    const save = (): void => fireAndForget(() => drafts.save(id, this.unsent));
    this.onDidChange(save);
    this.onDidType(save);
    this.register(
      drafts.onDidChange(async (changedId) => {
        const unsent = changedId === id ? await drafts.changed(id) : undefined;
        if (unsent && !this.disposed) this.#adopt(unsent);
      }),
    );
  }

  #adopt({ typed, attachments, queue, picked, once }: Unsent): void {
    this.#draft = typed;
    this.#draftRevision++;
    this.#attachments = attachments;
    this.#picked = picked ?? this.#picked;
    this.#once = once;
    // Last: it tells of the change, and nothing must be saved before all of it is here.
    this.queue.adopt(queue);
  }

  /** This is sent: what was typed or attached while the user was asked to confirm stays. */
  sent({ typed, attachments }: Composed): void {
    this.#once = undefined;
    this.attachments = this.#attachments.filter((one) => !attachments.includes(one));
    if (this.#draft === typed) this.draft = "";
  }

  /** Takes the content out of the composer. */
  clear(): Composed {
    const cleared = { typed: this.#draft, attachments: this.#attachments };
    this.draft = "";
    this.attachments = [];
    return cleared;
  }
}

export function expertOfTurn({ asked: { expertId, hubScope } }: Pick<Turn, "asked">): PickedExpert {
  return { id: expertId, hubScope };
}

/** Where chats are shown, as far as asking needs it. */
export interface ChatPanels {
  /** What the chat in the side bar says a question would be sent with, while it is visible. */
  readonly shownInSide: ShownState | undefined;
  /** Shows the chat in the side bar and focuses its composer. */
  openSide(): Promise<void>;
  /** Shows the chat in the side bar; the cursor stays where it is. */
  revealSide(): Promise<void>;
  openTab(chat: Chat): Promise<void>;
}
