import { t } from "../../../../kit/l10n";
import type { LiveView, PageState, TurnView } from "../../../../page/protocol/views";
import { el, button, focusOn } from "../../../../page/ui/dom";
import { EmptyState, type ComposerUse } from "./emptyState";
import { ScrollFollower, ReadingPlace } from "./scrollFollower";
import type { Folds } from "../../../../page/ui/folds";
import type { Memory, Remembered } from "../../../../page/host/memory";
import { OlderTurns, NearTurns } from "./olderTurns";
import type { Notices } from "../../../../page/ui/notices";
import { toolkit } from "../../../../page/ui/toolkit";
import type { Host } from "../../../../page/host/rpc";
import { loadedRichText, loadRichText } from "./turn/answerText";
import { showUpdate, type AnswerUpdate } from "./turn/answerUpdate";
import { fullTurn, otherAnswers, placeholderTurn } from "./turn/turn";
import type { TurnContext } from "../contexts";
import { showLiveIn } from "./turn/waiting";

/** Takes a user who scrolled up to an answer that has arrived in the meantime. */
class NewAnswer {
  readonly element: HTMLButtonElement;

  constructor(scroller: HTMLElement, log: HTMLElement, follower: ScrollFollower) {
    this.element = button({ icon: "arrowDown", text: t("New answer"), class: "new-answer" }, () => {
      const last = log.lastElementChild;
      if (last instanceof HTMLElement) {
        follower.keepFrom(last);
        focusOn(last);
      }
      this.offer(false);
    });
    this.offer(false);
    scroller.addEventListener(
      "scroll",
      () => {
        if (follower.atEnd) this.offer(false);
      },
      { passive: true },
    );
  }

  offer(isThere: boolean): void {
    this.element.hidden = !isThere;
  }
}

/** Turns at the end that are drawn in full immediately; earlier ones follow when the page is idle. */
const drawnAtOnce = 12;

interface TranscriptParts {
  host: Host;
  notices: Notices;
  memory: Memory;
  folds: Folds;
  composer: ComposerUse;
}

/** The turns, oldest first: one element each, replaced individually when its turn changes. */
export class Transcript {
  readonly element: HTMLElement;
  readonly #log = el("div", { class: "log", role: "log", "aria-label": t("Conversation") });
  readonly #scroller = el("main", { class: "transcript" });
  readonly #newAnswer: NewAnswer;
  readonly #elements = new Map<string, HTMLElement>();
  readonly #turns = new Map<string, TurnView>();
  readonly #follower: ScrollFollower;
  readonly near: NearTurns;
  readonly #surroundings: TurnContext;
  readonly #focusComposer: () => void;
  #pageState: PageState | undefined;
  #remembered: Remembered | undefined;
  readonly empty: EmptyState;
  readonly #place: ReadingPlace;
  readonly #older: OlderTurns;

  constructor({ host, notices, memory, folds, composer }: TranscriptParts) {
    folds.watch(this.#log);
    this.#focusComposer = composer.focusComposer;
    const hubLabel = () => this.#pageState?.hubLabel;
    const stop = () => host.run("stop");
    const edits = {
      get: (turnId: string) => this.#remembered?.edits.get(turnId),
      set: (turnId: string, text: string | undefined) => {
        if (text === undefined) this.#remembered?.edits.delete(turnId);
        else this.#remembered?.edits.set(turnId, text);
        memory.changed();
      },
    };
    this.#surroundings = { host, notices, folds, hubLabel, edits, stop };
    this.empty = new EmptyState(this.#scroller, this.#surroundings, composer);
    // A log announces every change by itself; instead, one sentence per answer is announced.
    this.#log.setAttribute("aria-live", "off");
    this.#scroller.append(this.#log);
    this.#follower = new ScrollFollower(this.#scroller, this.#log);
    this.#newAnswer = new NewAnswer(this.#scroller, this.#log, this.#follower);
    const { element: newAnswer } = this.#newAnswer;
    this.element = el("div", { class: "transcript-frame" }, this.#scroller, newAnswer);
    this.#place = new ReadingPlace(this.#scroller, this.#follower, memory, (id) => this.whole(id));
    this.near = new NearTurns(this.#scroller, (turn) => this.#drawWhole(turn));
    this.#older = new OlderTurns({
      scroller: this.#scroller,
      log: this.#log,
      near: this.near,
      draw: (id) => this.quiet(id),
      askForMore: () => host.run("earlier"),
    });
  }

  /** In conversation order. */
  get turns(): TurnView[] {
    return [...this.#turns.values()];
  }

  get scroller(): HTMLElement {
    return this.#scroller;
  }

  /** Another element for a turn, with its text alone. */
  quiet(turnId: string): HTMLElement {
    const turn = this.#turns.get(turnId)!;
    return this.#remember(turn, placeholderTurn(turn));
  }

  /** Adds something that follows the newest turn. */
  addBelow(element: HTMLElement): void {
    this.#scroller.append(element);
    this.#follower.watch(element);
  }

  /** The complete element of a turn; `undefined` while it is not drawn in full. */
  whole(turnId: string): HTMLElement | undefined {
    const element = this.#elements.get(turnId);
    const batch = element?.closest(".batch");
    if (batch) this.near.come(batch);
    if (element) this.#drawWhole(element);
    return this.#elements.get(turnId);
  }

  /** Shows the beginning of this turn, also if it is drawn later; false if there is no such turn yet. */
  reveal(turnId: string): boolean {
    const isThere = this.#turns.has(turnId);
    if (isThere) this.#place.go({ turnId, offset: 0 });
    return isThere;
  }

  /** The page was scrolled on the user's behalf: it stays there. */
  stay(): void {
    this.#follower.release();
  }

  showState(pageState: PageState): void {
    this.#pageState = pageState;
    // If the header already says so, the answers need not.
    this.#log.classList.toggle("all-built-in", pageState.builtIn);
    this.#showEmpty();
  }

  /** Records what the page remembers, before it shows another conversation or the same one again. */
  leave(): void {
    this.#place.note();
  }

  show(turns: TurnView[], more: boolean, remembered: Remembered): void {
    this.#place.enter(remembered);
    this.#remembered = remembered;
    this.#elements.clear();
    this.#turns.clear();
    this.#newAnswer.offer(false);
    this.#log.replaceChildren();
    for (const turn of turns) this.#turns.set(turn.id, turn);
    const split = Math.max(0, turns.length - drawnAtOnce);
    this.#log.append(...turns.slice(split).map((turn) => this.#remember(turn, this.#full(turn))));
    this.#showEmpty();
    this.#older.replace(idsOf(turns.slice(0, split)), more);
    this.#follower.keepEnd();
    this.#place.restore();
    const drawOlder = () => this.#older.draw();
    // The newest answer takes priority over everything older, until its code has its colours.
    if (turns.length > 0) setTimeout(() => loadRichText().then(drawOlder, drawOlder), 100);
  }

  /** Adds turns from before the ones already shown. */
  showEarlier(turns: TurnView[], more: boolean): void {
    const known = [...this.#turns];
    this.#turns.clear();
    for (const turn of turns) this.#turns.set(turn.id, turn);
    for (const [id, turn] of known) this.#turns.set(id, turn);
    this.#older.add(idsOf(turns), more);
  }

  update(turn: TurnView): void {
    const before = this.#turns.get(turn.id);
    const old = this.#elements.get(turn.id);
    this.#turns.set(turn.id, turn);
    // It has yet to be drawn.
    if (before && !old) return;
    // Use the waiting time to load the code that draws the answer.
    if (turn.result.state === "waiting") void loadRichText();
    const following = this.#follower.atEnd;
    const select = loadedRichText()?.keepSelection(old?.querySelector(".answer") ?? null);
    const element = this.#remember(turn, this.#full(turn));
    if (old) {
      const onStop = stopOf(old)?.matches(":focus") ?? false;
      old.replaceWith(element);
      const stop = stopOf(element);
      if (onStop && stop) stop.focus();
      else if (onStop) this.#focusComposer();
      this.#follower.replaced(old, element);
      void select?.(element);
    } else this.#log.append(element);
    this.#showEmpty();
    if (!before) this.#follower.keepEnd();
    if (turn.result.state === "waiting") {
      if (turn.result.again) this.#announce(turn);
      return;
    }
    if (!before || before.result.state === turn.result.state) return;
    this.#announce(turn);
    if (following) this.#follower.keepFrom(element);
    else this.#newAnswer.offer(turn.result.state === "done");
  }

  #announce(turn: TurnView): void {
    const { notices } = this.#surroundings;
    import("./turn/announcement").then(({ announcementOf }) => {
      notices.say(announcementOf(turn, toolkit));
    }, notices.failed);
  }

  /** Shows how the answer to a pending question comes along. */
  live(turnId: string, live: LiveView): void {
    const turn = this.#turns.get(turnId);
    if (turn?.result.state !== "waiting") return;
    // Another object, as a search of the old one would not find what is new.
    this.#turns.set(turnId, { ...turn, result: { ...turn.result, live } });
    const element = this.#elements.get(turnId);
    if (element) showLiveIn(element, turnId, live, this.#surroundings);
  }

  /** Shows what has become known of an answer, such as its cost. */
  updateAnswer(turnId: string, update: AnswerUpdate): void {
    const result = this.#turns.get(turnId)?.result;
    const answer = result && "answer" in result ? result.answer : undefined;
    if (!answer) return;
    Object.assign(answer, update);
    const element = this.#elements.get(turnId);
    const card = element?.querySelector(".review-all");
    if (element && card) this.#follower.keepSeen(card, () => showUpdate(element, answer, update));
    else if (element) showUpdate(element, answer, update);
  }

  showOthers(turnId: string, others: TurnView["others"]): void {
    const turn = this.#turns.get(turnId);
    const element = this.#elements.get(turnId);
    if (turn) turn.others = others;
    if (turn && element) otherAnswers(element, turn, this.#surroundings);
  }

  /** Removes a turn; true if it had the focus. */
  remove(turnId: string): boolean {
    const element = this.#elements.get(turnId);
    const hadFocus = element?.contains(document.activeElement) ?? false;
    this.#turns.delete(turnId);
    this.#elements.delete(turnId);
    this.#older.forget(turnId);
    this.#surroundings.folds.forget(turnId);
    element?.remove();
    this.#showEmpty();
    return hadFocus;
  }

  #drawWhole(target: Element): void {
    if (!target.classList.contains("quiet")) return;
    const turn = this.#turns.get((target as HTMLElement).dataset["turn"] ?? "");
    if (turn && this.#elements.get(turn.id) === target)
      target.replaceWith(this.#remember(turn, this.#full(turn)));
  }

  #full(turn: TurnView): HTMLElement {
    const element = fullTurn(turn, this.#surroundings);
    this.#surroundings.folds.open(turn.id, element);
    return element;
  }

  #remember(turn: TurnView, element: HTMLElement): HTMLElement {
    element.dataset["turn"] = turn.id;
    this.#elements.set(turn.id, element);
    return element;
  }

  #showEmpty(): void {
    const [state, hasTurns] = [this.#pageState, this.#turns.size > 0];
    this.empty.show(!hasTurns || state?.setupStep ? state : undefined, hasTurns);
  }
}

const idsOf = (turns: TurnView[]): string[] => turns.map(({ id }) => id);

const stopOf = (turn: HTMLElement): HTMLElement | null =>
  turn.querySelector<HTMLElement>(".waiting button");
