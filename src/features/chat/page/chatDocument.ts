import type { HostEvent } from "../../../page/protocol/messages";
import type { ChatView, PageState } from "../../../page/protocol/views";
import { Composer } from "./composer/composer";
import { Folds } from "../../../page/ui/folds";
import type { LaterParts } from "./laterParts";
import type { Memory } from "../../../page/host/memory";
import { Notices } from "../../../page/ui/notices";
import type { Host } from "../../../page/host/rpc";
import { Transcript } from "./transcript/transcript";
import { loadRichText } from "./transcript/turn/answerText";
import { afterPaint, button, el } from "../../../page/ui/dom";
import { toolkit } from "../../../page/ui/toolkit";
import { t } from "../../../kit/l10n";
import { visible } from "../../../page/ui/visible";

/** The heading of the page: the title of the conversation, in one line. A click renames it. */
class Title {
  readonly element: HTMLElement;
  readonly #heading = el("h1");
  readonly #button: HTMLButtonElement;

  constructor(host: Host) {
    this.#button = button({ class: "title" }, () => host.run("rename"));
    this.#button.dir = "auto";
    this.element = el("header", {}, this.#heading);
  }

  show({ title = "" }: PageState): void {
    this.element.className = title ? "title-line" : "spoken";
    this.#button.textContent = visible(title, 300);
    this.#button.title = t("Rename {0}", visible(title));
    const shown = title ? this.#button : t("Chat with your experts");
    if (this.#heading.firstChild !== shown) this.#heading.replaceChildren(shown);
  }
}

/** The page: title, transcript, composer. The host owns the state; the page renders it. */
export class ChatDocument {
  readonly #host: Host;
  readonly #title: Title;
  readonly #transcript: Transcript;
  readonly #composer: Composer;
  readonly notices = new Notices(() => this.#composer.focus());
  readonly #memory: Memory;
  readonly #folds: Folds;
  #pageState: PageState | undefined;
  #later: LaterParts | undefined;
  #loading: Promise<LaterParts> | undefined;
  #entered = false;
  #toReveal: string | undefined;

  constructor(root: HTMLElement, host: Host, memory: Memory) {
    this.#host = host;
    this.#memory = memory;
    this.#folds = new Folds(memory);
    const { notices } = this;
    this.#title = new Title(host);
    this.#composer = new Composer(host, notices, {
      memory,
      folds: this.#folds,
      onSetupNeeded: () => this.#transcript.empty.point(),
    });
    this.#transcript = new Transcript({
      host,
      notices,
      memory,
      folds: this.#folds,
      composer: {
        onSuggestion: (text) => this.#composer.fill(text),
        focusComposer: () => this.#composer.focus(),
      },
    });
    root.replaceChildren(
      this.#title.element,
      this.#transcript.element,
      this.#transcript.empty.below,
      this.#composer.element,
    );
    // Below an open panel: it may be about what was changed there.
    this.#composer.element.prepend(notices.element);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) return;
      this.#composer.saveNow();
      this.#transcript.leave();
      memory.saveNow();
    });
    // By its key, VS Code alone opens the page, and somebody types as soon as there is a box.
    this.#composer.focus();
    const listening = { capture: true, passive: true };
    addEventListener("pointerdown", () => this.#enter(), listening);
    addEventListener("keydown", (event) => isOfVSCode(event) || this.#enter(), listening);
    addEventListener("blur", () => (this.#entered = false));
    document.addEventListener("keydown", (event) => {
      // VS Code, which listens at the window, would find in an editor.
      if (isFind(event)) event.stopPropagation();
      this.#withLater((later) => later.onKey(event));
    });
  }

  async start(): Promise<void> {
    this.#showChat(await this.#host.call("ready"));
    afterPaint(() => this.#withLater(() => undefined));
  }

  /** At once, if it is loaded: a key may still be stopped from doing what it does otherwise. */
  #withLater(use: (later: LaterParts) => void): void {
    if (this.#later) use(this.#later);
    else this.#load().then(use, this.notices.failed);
  }

  async #load(): Promise<LaterParts> {
    this.#loading ??= import("./laterParts").then(({ LaterParts }) => {
      this.#later = new LaterParts({
        toolkit,
        host: this.#host,
        notices: this.notices,
        memory: this.#memory,
        transcript: this.#transcript,
        composer: this.#composer,
        loadRichText,
      });
      if (this.#pageState) this.#later.show(this.#pageState);
      return this.#later;
    });
    return this.#loading;
  }

  /** Focus alone proves nothing: VS Code focuses an editor whenever one of its own boxes closes. */
  #enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#host.call("entered").catch(() => undefined);
  }

  handle(event: HostEvent): void {
    switch (event.event) {
      case "chat":
        this.#showChat(event.chat);
        return;
      case "earlier":
        if (event.conversationId !== this.#pageState?.conversationId) return;
        this.#transcript.showEarlier(event.turns, event.more);
        this.#later?.changed();
        this.#reveal();
        return;
      case "pageState":
        this.#showState(event.pageState);
        return;
      case "turn":
        this.#transcript.update(event.turn);
        this.#later?.changed();
        return;
      case "live":
        this.#transcript.live(event.turnId, event.live);
        this.#later?.changed();
        return;
      case "cost":
        this.#transcript.updateAnswer(event.turnId, { tokens: event.tokens });
        return;
      case "review":
        this.#transcript.updateAnswer(event.turnId, { review: event.review });
        return;
      case "undoable":
        this.#transcript.updateAnswer(event.turnId, { canUndo: event.canUndo });
        return;
      case "others":
        this.#transcript.showOthers(event.turnId, event.others);
        return;
      case "removed":
        if (this.#transcript.remove(event.turnId)) this.#composer.focus();
        this.#later?.changed();
        return;
      case "suggested":
        this.#composer.suggest(event.suggested);
        return;
      case "focus":
        this.#composer.focus();
        return;
      case "reveal":
        this.#toReveal = event.turnId;
        this.#reveal();
        return;
      case "find":
        this.#withLater((later) => later.find());
        return;
      case "command":
        this.#withLater((later) => later.run(event.command));
        return;
      default:
        // A new event does not compile until it is handled.
        event satisfies never;
    }
  }

  #showChat({ pageState, turns, more }: ChatView): void {
    this.#transcript.leave();
    if (this.#pageState && pageState.conversationId !== this.#pageState.conversationId) {
      this.notices.clear();
      this.notices.say("");
    }
    const remembered = this.#memory.enter(pageState.conversationId);
    this.#folds.enter(remembered);
    this.#showState(pageState);
    this.#transcript.show(turns, more === true, remembered);
    this.#later?.changed();
    this.#reveal();
  }

  #reveal(): void {
    if (this.#toReveal !== undefined && this.#transcript.reveal(this.#toReveal))
      this.#toReveal = undefined;
  }

  #showState(pageState: PageState): void {
    this.#pageState = pageState;
    this.#host.shown = pageState.shownState;
    this.#title.show(pageState);
    this.#transcript.showState(pageState);
    this.#composer.show(pageState);
    this.#later?.show(pageState);
  }
}

const isFind = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (metaKey || (ctrlKey && !navigator.userAgent.includes("Macintosh"))) &&
  !shiftKey &&
  !altKey &&
  key.toLowerCase() === "f";

/** A key that may open or close a box of VS Code or run a command, wherever the focus is. */
const isOfVSCode = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || /^(?:F\d+|Escape|Shift)$/.test(key);
