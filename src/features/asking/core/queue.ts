import { HubError } from "../../../contract/errors";
import type { HubAccount } from "../../connection/core/hub";
import { Owner } from "../../../kit/disposable";
import { Emitter } from "../../../kit/event";
import { t } from "../../../kit/l10n";
import {
  selectedParts,
  type QueuedQuestion,
  type Selections,
} from "../../conversation/core/unsent";
import { notFound } from "../../../platform/core/localError";

/** Why nothing is sent until the user continues. */
export interface Pause {
  readonly sentence: string;
  /** What would be asked has changed: continuing accepts what is selected now. */
  readonly isChange?: boolean;
}

/** Questions of one chat that wait for the one in progress, in the order in which they will be asked. */
export class Queue extends Owner {
  #questions: readonly QueuedQuestion[] = [];
  #pause: Pause | undefined;
  /** Id of the first one while it is being sent. */
  #sending: string | undefined;
  /** Ids of those before the one that is being edited in the composer. */
  #before: ReadonlySet<string> | undefined;
  readonly #changed = this.register(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  get questions(): readonly QueuedQuestion[] {
    return this.#questions;
  }

  get pauses(): Pause | undefined {
    return this.#pause;
  }

  get isEmpty(): boolean {
    return this.#questions.length === 0;
  }

  /** At the end; one that was being edited returns to its place. */
  add(question: QueuedQuestion): void {
    const before = this.#before;
    const last = before
      ? this.#questions.findLastIndex(({ id }) => before.has(id) || id === this.#sending)
      : this.#questions.length - 1;
    this.#before = undefined;
    this.#set(this.#questions.toSpliced(last + 1, 0, question));
  }

  /** True while a question of this queue is in the composer. */
  get isEdited(): boolean {
    return this.#before !== undefined;
  }

  /** Takes it out for the composer; its place is kept until it is added again, or `endEdit`. */
  edit(id: string): QueuedQuestion {
    const question = this.get(id);
    const place = this.#questions.indexOf(question);
    const before = new Set(this.#questions.slice(0, place).map((one) => one.id));
    this.remove(id);
    if (!this.isEmpty) this.#before = before;
    return question;
  }

  /** What is in the composer is no longer that question. */
  endEdit(): void {
    if (!this.isEdited) return;
    this.#before = undefined;
    this.#changed.fire();
  }

  /** What was saved: it is asked only if the user continues. */
  restore(saved: readonly QueuedQuestion[]): void {
    this.#set(saved);
    this.pause({ sentence: t("Paused because the window was closed or reloaded.") });
  }

  /** What another window has now. That window asks them, so here they wait if they are new. */
  adopt(questions: readonly QueuedQuestion[]): void {
    if (this.isEmpty) this.restore(questions);
    else this.#set(questions);
  }

  /** Throws if it is no longer there, or is being sent. */
  get(id: string): QueuedQuestion {
    const found = this.#questions.find((question) => question.id === id);
    if (!found) throw notFound(t("This question is no longer in the queue."));
    if (id === this.#sending)
      throw new HubError(
        "conflict",
        t("This question is being sent and can no longer be changed."),
      );
    return found;
  }

  remove(id: string): void {
    const removed = this.get(id);
    this.#set(this.#questions.filter((question) => question !== removed));
  }

  /** Moves it by one place, unless it is at the end of the list or the next one is being sent. */
  move(id: string, by: -1 | 1): void {
    const from = this.#questions.indexOf(this.get(id));
    const other = this.#questions[from + by];
    if (!other || other.id === this.#sending) return;
    this.#set(this.#questions.with(from + by, this.#questions[from]!).with(from, other));
  }

  /** Removes all but the one that is being sent. */
  clear(): void {
    this.#set(this.#questions.filter(({ id }) => id === this.#sending));
  }

  pause(why: Pause): void {
    if (this.isEmpty) return;
    this.#pause = why;
    this.#changed.fire();
  }

  /**
   * Lets the questions be asked, with the key that the hub has now. If what would be asked had
   * changed, that is now accepted for all that were queued with the same selections as the first.
   */
  resume(now: Selections, at: HubAccount | undefined): void {
    const accepted = this.#pause?.isChange === true ? this.#questions[0]?.selected : undefined;
    this.#pause = undefined;
    this.#set(
      this.#questions.map((question) =>
        accepted && selectedParts.every((part) => question.selected[part] === accepted[part])
          ? { ...question, selected: now, at }
          : { ...question, at },
      ),
    );
  }

  /** The question to send next, until `sent` or `notSent`; none while it waits for the user, or was deleted. */
  begin(): QueuedQuestion | undefined {
    if (this.disposed || this.#pause || this.#sending !== undefined) return undefined;
    const [first] = this.#questions;
    this.#sending = first?.id;
    return first;
  }

  sent(): void {
    const sent = this.#sending;
    this.#sending = undefined;
    this.#set(this.#questions.filter(({ id }) => id !== sent));
  }

  /** It stays the first. */
  notSent(why: Pause): void {
    this.#sending = undefined;
    this.pause(why);
  }

  #set(questions: readonly QueuedQuestion[]): void {
    this.#questions = questions;
    if (this.isEmpty) this.#pause = this.#before = undefined;
    this.#changed.fire();
  }
}
