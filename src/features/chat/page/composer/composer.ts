import { t } from "../../../../kit/l10n";
import type { PageState, QueueView, SuggestionView } from "../../../../page/protocol/views";
import { Attachments } from "./attachments";
import { Completions } from "./completions";
import { ComposerPanels } from "./composerPanels";
import { button, el, isOfInputMethod } from "../../../../page/ui/dom";
import { DraftBox } from "./draft";
import { type PartContext, toolkit } from "../../../../page/ui/toolkit";
import type { Folds } from "../../../../page/ui/folds";
import { icon } from "../../../../page/ui/icons";
import type { Memory } from "../../../../page/host/memory";
import type { Notices } from "../../../../page/ui/notices";
import type { Host } from "../../../../page/host/rpc";
import { visible } from "../../../../page/ui/visible";

const forThis = t("For this question only");

/** Who is asked: the expert with its ability, and the model. VS Code shows the lists. */
class Pickers {
  readonly element = el("div", {
    class: "pickers",
    role: "group",
    "aria-label": t("Who is asked"),
  });
  readonly #expert = new Picker(t("Expert"), t("Choose expert"));
  readonly #model = new Picker(t("Model"), t("Default model"));

  constructor(host: Host) {
    this.#expert.element.addEventListener("click", () => host.run("pickExpert"));
    this.#model.element.addEventListener("click", () => host.run("pickModel"));
    this.element.append(this.#expert.element, this.#model.element);
  }

  show({ expert, setupStep }: PageState): void {
    const { name, role, abilityName, modelName, modelFullName, isOnce = false } = expert ?? {};
    this.element.hidden = !expert && setupStep !== undefined;
    this.#expert.show(isOnce ? `@${name}` : name, abilityName, isOnce ? forThis : role);
    this.#expert.element.classList.toggle("set", isOnce);
    this.#model.show(modelName, "", modelFullName);
    this.#model.element.hidden = !expert;
  }
}

class Picker {
  readonly element = el("button", {
    type: "button",
    class: "row-button picker",
    "aria-haspopup": "dialog",
  });
  readonly #text = el("span", { class: "row-text", dir: "auto" });
  readonly #name: string;
  readonly #unset: string;

  constructor(name: string, unset: string) {
    this.#name = name;
    this.#unset = unset;
    this.element.append(this.#text, icon("chevronDown"));
  }

  show(value: string | undefined, part?: string, detail?: string): void {
    const words = [value ?? this.#unset, part ?? ""].filter(Boolean).map((one) => visible(one));
    this.#text.textContent = words.join(" · ");
    const label = t("{0}: {1}", this.#name, words.join(" · "));
    this.element.setAttribute("aria-label", label);
    this.element.title = detail ? `${label}\n${visible(detail)}` : label;
  }
}

const whenKnown = t("Sent as soon as the expert is known");

interface ComposerParts {
  memory: Memory;
  folds: Folds;
  /** The user wants to send, but something has to be decided first. */
  onSetupNeeded(): void;
}

/**
 * The growing text box with what goes along, who is asked, and Send, which becomes Stop while a
 * question is pending: what is sent then is queued.
 */
export class Composer {
  readonly element: HTMLElement;
  readonly #host: Host;
  readonly #notices: Notices;
  readonly #box = el("textarea", { rows: "1", dir: "auto", id: "question" });
  readonly #label = el("label", { for: "question", class: "spoken" });
  readonly #send: HTMLButtonElement;
  readonly #queue = el("div");
  readonly #pending = el("div");
  readonly #hub = el("p", { class: "hub-line detail" });
  readonly #pickers: Pickers;
  readonly #context: PartContext & { readonly box: HTMLTextAreaElement };
  readonly #draft: DraftBox;
  readonly panels: ComposerPanels;
  readonly #attachments: Attachments;
  readonly #completions: Completions;
  readonly #onSetupNeeded: () => void;
  #pageState: PageState | undefined;
  #sending = false;
  /** The text in the box when Enter was pressed before it could be sent. */
  #next: string | undefined;
  /** That waits until the expert is known. */
  #isAwaited = false;

  constructor(host: Host, notices: Notices, { memory, folds, onSetupNeeded }: ComposerParts) {
    this.#onSetupNeeded = onSetupNeeded;
    this.#attachments = new Attachments(host, notices, folds, this.#box);
    this.#host = host;
    this.#notices = notices;
    this.#draft = new DraftBox(this.#box, host);
    this.#send = button({ icon: "send", label: t("Send"), class: "icon-button send" }, () => {
      if (this.#pageState?.busy) {
        host.run("stop");
        this.focus();
      } else this.#press();
    });
    this.#pickers = new Pickers(host);
    this.panels = new ComposerPanels(host, notices, memory, this.#box);
    const row = el(
      "div",
      { class: "composer-row" },
      this.#attachments.button,
      this.#pickers.element,
      this.panels.button,
      this.#send,
    );
    const frame = el(
      "div",
      { class: "composer-frame" },
      this.#attachments.element,
      this.#label,
      el("div", {}, this.#box),
      this.panels.element,
      row,
    );
    this.element = el(
      "footer",
      { class: "composer", "aria-label": t("Your question") },
      this.#queue,
      this.#pending,
      frame,
      this.#hub,
    );
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !isOfInputMethod(event) && this.panels.close())
        event.preventDefault();
    });
    this.#box.addEventListener("input", () => {
      this.#next = undefined;
      this.#isAwaited = false;
      if (this.#pageState) this.#showHub(this.#pageState);
      this.#refresh();
      this.panels.typed();
    });
    const context = { toolkit, host, notices, box: this.#box };
    this.#context = context;
    const onEnter = () => this.#press();
    this.#completions = new Completions({ ...context, saveNow: () => this.saveNow(), onEnter });
    this.#box.addEventListener("keydown", (event) => this.#onKey(event));
  }

  show(pageState: PageState): void {
    const isFirst = !this.#pageState;
    this.#pageState = pageState;
    this.#draft.adopt(pageState);
    const { expert } = pageState;
    const name = expert && visible(expert.name, 40).replace(/\s*…$/, "");
    const label = name === undefined ? t("Ask an expert") : t("Ask {0}", name);
    this.#box.placeholder = `${label}…`;
    this.#label.textContent = label;
    this.#pickers.show(pageState);
    this.#showHub(pageState);
    this.#attachments.show(pageState);
    this.panels.show(pageState);
    if (pageState.queue || this.#queue.firstChild) this.#showQueue().catch(this.#notices.failed);
    const isPending = pageState.pending ?? pageState.notice ?? this.#pending.firstChild;
    if (isPending) this.#showPending().catch(this.#notices.failed);
    this.#refresh();
    // Enter was pressed before it was known that it breaks the line.
    if (isFirst && pageState.sendKey) this.#next = undefined;
    if (isFirst || (this.#isAwaited && expert)) this.#pressNext();
  }

  /** Only where the answers do not come from the hub in the status bar, or the built-in hub gives them. */
  #showHub({ builtIn, expert, otherHub, restricted }: PageState): void {
    const own = builtIn ? t("built-in hub") : "";
    const words =
      this.#isAwaited && !expert
        ? [whenKnown]
        : [otherHub ?? "", own, restricted === undefined ? "" : t("Restricted Mode")];
    this.#hub.textContent = words
      .filter(Boolean)
      .map((one) => visible(one))
      .join(" · ");
    this.#hub.title =
      restricted ??
      (builtIn
        ? t("Answers come from the built-in hub on this computer, not from your own hub")
        : "");
    this.#hub.hidden = this.#hub.textContent === "";
  }

  #sayWaiting(): void {
    this.#hub.hidden = false;
    this.#hub.textContent = whenKnown;
    this.#notices.say(whenKnown);
  }

  /** Offers what lies open. */
  suggest(suggested: SuggestionView | undefined): void {
    if (!this.#pageState) return;
    this.#pageState = { ...this.#pageState, suggested };
    this.#attachments.show(this.#pageState);
  }

  get box(): HTMLTextAreaElement {
    return this.#box;
  }

  /** To the button that declines while something has to be decided. */
  focus(): void {
    (this.#pending.querySelector<HTMLElement>(".held-buttons > button") ?? this.#box).focus();
  }

  fill(text: string): void {
    this.#draft.write(text);
    this.panels.typed();
    this.#refresh();
    this.focus();
  }

  saveNow(): void {
    this.#draft.saveNow();
  }

  async #showQueue(): Promise<void> {
    const { showQueue } = await import("./queue/queueList");
    const focusComposer = () => this.focus();
    showQueue(this.#queue, this.#pageState!, { ...this.#context, focusComposer });
  }

  async #showPending(): Promise<void> {
    const { showPending } = await import("./confirmation");
    showPending(this.#pending, this.#pageState!, this.#context);
  }

  #onKey(event: KeyboardEvent): void {
    if (isOfInputMethod(event) || this.#completions.onKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return;
    if (this.#pageState?.sendKey && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#press();
  }

  /** Sends the question, or lets the user pick several experts to ask. */
  send(how?: Special): void {
    if (this.canSend) this.#press(how);
    else this.focus();
  }

  /** A question has to wait for others. */
  get isLater(): boolean {
    return isLater(this.#pageState);
  }

  #press(how?: Special): void {
    const isUnknown = !this.#pageState?.expert && !this.#pageState?.setupStep;
    if (this.#sending || isUnknown) this.#next = this.#box.value;
    this.#isAwaited = isUnknown && this.#box.value.trim() !== "";
    if (this.#isAwaited) this.#sayWaiting();
    // What stands there is decided first.
    if (this.#pageState?.pending && !isLater(this.#pageState)) this.focus();
    else if (this.#pageState?.setupStep) this.#onSetupNeeded();
    else if (this.#pageState && this.canSend) void this.#submit(this.#pageState, how);
  }

  get canSend(): boolean {
    const pageState = this.#pageState;
    if (!pageState || pageState.setupStep || !pageState.expert || this.#sending) return false;
    return this.#box.value.trim() !== "" || pageState.attachments.length > 0;
  }

  /** The box and the chips are empty at once; what the host refuses comes back. */
  async #submit(pageState: PageState, how?: Special): Promise<void> {
    const leaving = this.#draft.leave();
    this.#sending = true;
    this.#next = undefined;
    this.#attachments.leave(pageState);
    // Now, as the focus may be elsewhere, such as in the palette, once the host has answered.
    this.focus();
    // It would cover the answer.
    this.panels.close();
    this.#refresh();
    this.#notices.clear();
    let isAccepted = false;
    try {
      await this.#host.changesTaken();
      if (!this.#draft.isLeaving(leaving)) return;
      const asked = how ?? (isLater(this.#pageState) ? "enqueue" : "send");
      const answer = this.#host.call(asked, { text: leaving.text });
      this.#draft.carried(leaving);
      await answer;
      isAccepted = true;
      this.#draft.accepted(leaving);
    } catch (reason) {
      this.#draft.refused(leaving);
      this.#notices.fail(reason);
    } finally {
      this.#sending = false;
      this.#attachments.settle();
      if (this.#pageState) this.show(this.#pageState);
      if (isAccepted) this.#pressNext();
    }
  }

  #pressNext(): void {
    if (this.#next === this.#box.value) this.#press();
  }

  #refresh(): void {
    const busy = this.#pageState?.busy ?? false;
    const isEdited = this.#pageState?.queue?.isEdited === true;
    const label = busy ? t("Stop") : isEdited ? t("Add to queue") : t("Send");
    if (this.#send.getAttribute("aria-label") !== label) {
      this.#send.replaceChildren(icon(busy ? "stop" : "send"));
      this.#send.setAttribute("aria-label", label);
    }
    this.#send.title = busy ? t("Stop waiting (Escape)") : label;
    this.#send.disabled = !busy && !this.canSend;
    this.#attachments.button.disabled = this.#pageState?.setupStep !== undefined;
    this.#grow();
  }

  /** Browsers with `field-sizing: content` do this themselves; elsewhere style sheets cannot. */
  #grow(): void {
    if (CSS.supports("field-sizing", "content")) return;
    this.#box.style.height = "";
    this.#box.style.height = `${this.#box.scrollHeight}px`;
  }
}

/** Where a question goes that is not simply sent. */
type Special = "compare" | "sendInNew";

/** A question has to wait for others, which may be about to be sent. */
const isLater = (state: PageState | undefined): boolean =>
  state !== undefined && (state.busy || (state.queue !== undefined && mayBeNext(state.queue)));

const mayBeNext = ({ paused, isEdited }: QueueView): boolean => !paused || isEdited === true;
