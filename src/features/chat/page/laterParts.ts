import { breakLineWithCtrl, setSendKey } from "./sendKey";
import type { PageState } from "../../../page/protocol/views";
import type { PageCommand, PagePart } from "../../../contract/vocabulary";
import { acceptDrops } from "./composer/dropping";
import { addSendMenu } from "./composer/sendMenu";
import { EarlierQuestions } from "./composer/earlierQuestions";
import type { ContextBar } from "./composer/contextBar";
import { FindLoader } from "./find/findLoader";
import type { LaterContext } from "./laterContext";
import { FollowUps } from "./transcript/followUps";
import { RestingTurns } from "./transcript/restingTurns";
import { TurnNavigation } from "./transcript/turnNavigation";
import { Quote } from "./transcript/quote";
import type { Host } from "../../../page/host/rpc";

/** Time to let go of an Escape that closed a box of VS Code: the focus returns here before that. */
const settlingMs = 500;

/** What the page's first paint does not need: keys, find, quoting and follow-ups. */
export class LaterParts {
  readonly #context: LaterContext;
  readonly #asked: EarlierQuestions;
  readonly #finding: FindLoader;
  readonly #followUps: FollowUps;
  readonly #quote: Quote;
  readonly #resting: RestingTurns;
  readonly #run: Record<PageCommand, () => unknown>;
  readonly #sendMenu: HTMLButtonElement;
  #pageState: PageState | undefined;
  #bar: Promise<ContextBar> | undefined;
  #focusedAt = -Infinity;

  constructor(context: LaterContext) {
    this.#context = context;
    this.#asked = new EarlierQuestions(context);
    this.#finding = new FindLoader(context);
    this.#followUps = new FollowUps(context);
    this.#quote = new Quote(context);
    this.#resting = new RestingTurns(context);
    this.#sendMenu = addSendMenu(context);
    const moves = new TurnNavigation(context);
    this.#run = {
      quoteSelection: () => this.#quote.run(),
      nextTurn: () => moves.toTurn(1),
      previousTurn: () => moves.toTurn(-1),
      nextCodeBlock: () => moves.toCodeBlock(1),
      previousCodeBlock: () => moves.toCodeBlock(-1),
    };
    window.addEventListener("focus", ({ timeStamp }) => (this.#focusedAt = timeStamp));
    document.addEventListener("keydown", breakLineWithCtrl, { capture: true });
    acceptDrops(context);
    acceptPastedPictures(context);
    reportFocus(context.host, context.composer.box);
    this.#finding.restore();
  }

  show(pageState: PageState): void {
    this.#pageState = pageState;
    setSendKey(pageState.sendKey);
    this.#followUps.show(pageState);
    this.#sendMenu.hidden = pageState.setupStep !== undefined;
    if (pageState.unread) attachUnread(pageState.unread, this.#context);
    if (pageState.context || this.#bar) this.#showContext().catch(this.#context.notices.failed);
  }

  async #showContext(): Promise<void> {
    this.#bar ??= import("./composer/contextBar").then(
      ({ ContextBar }) => new ContextBar(this.#context),
    );
    (await this.#bar).show(this.#pageState!);
  }

  /** The turns have changed. */
  changed(): void {
    if (this.#pageState) this.#followUps.show(this.#pageState);
    this.#finding.changed();
    this.#resting.changed();
  }

  find(): void {
    this.#finding.open();
  }

  run(command: PageCommand): void {
    // The host is another version of the same program at most.
    if (Object.hasOwn(this.#run, command)) this.#run[command]();
  }

  /** A key that no control has used. */
  onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || this.#context.toolkit.isOfInputMethod(event)) return;
    const isUsed =
      this.#asked.onKey(event) ||
      this.#finding.onKey(event) ||
      (event.key === "Escape" && this.#onEscape(event));
    if (isUsed) event.preventDefault();
  }

  /** Closes what is open; only then Escape declines what has to be decided, or stops a question. */
  #onEscape({ repeat, timeStamp }: KeyboardEvent): boolean {
    const { composer, host } = this.#context;
    const { busy, pending } = this.#pageState ?? {};
    const isThere = pending !== undefined && document.activeElement?.closest(".held");
    if (!isThere && (this.#quote.close() || this.#finding.close() || composer.panels.close()))
      return true;
    if (!busy && !pending) return false;
    if (repeat || timeStamp < this.#focusedAt + settlingMs) return false;
    if (pending) host.run("decide", { questionId: pending.id });
    else host.run("stop");
    return true;
  }
}

function attachUnread(unread: NonNullable<PageState["unread"]>, context: LaterContext): void {
  import("./composer/pictures")
    .then((part) => part.attachUnread(unread, context))
    .catch(context.notices.failed);
}

/** A picture of what has text as well, such as cells of a table, is pasted as text. */
function acceptPastedPictures(context: LaterContext): void {
  context.composer.box.addEventListener("paste", (event) => {
    const { files: given, types } = event.clipboardData!;
    const files = [...given].filter(({ type }) => type.startsWith("image/"));
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    import("./composer/pictures").then(
      ({ attachPictures }) => attachPictures(files, context),
      context.notices.failed,
    );
  });
}

/** Reports to the host where in the page the focus is: keys of the chat apply only while it is here. */
function reportFocus(host: Host, box: HTMLElement): void {
  let reported: PagePart | undefined;
  const report = (part: PagePart | undefined) => {
    if (part === reported) return;
    reported = part;
    host.call("focused", part ? { part } : {}).catch(() => undefined);
  };
  const here = () => report(document.activeElement === box ? "question" : "transcript");
  window.addEventListener("focus", here);
  window.addEventListener("blur", () => report(undefined));
  document.addEventListener("focusin", here);
  if (document.hasFocus()) here();
}
