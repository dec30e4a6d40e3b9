import type {
  PendingConfirmationView,
  NoticeView,
  PageState,
} from "../../../../page/protocol/views";
import type { PartContext, Toolkit } from "../../../../page/ui/toolkit";

interface ConfirmationContext extends PartContext {
  readonly box: HTMLTextAreaElement;
}

/** What had the focus before the question took it. */
const focusedBefore = new WeakMap<HTMLElement, Element | null>();

/** Draws what stands in the chat for the user to decide; loaded with the first of it. */
export function showPending(
  element: HTMLElement,
  { notice, pending }: PageState,
  context: ConfirmationContext,
): void {
  const { el } = context.toolkit;
  if (!element.firstChild) element.append(el("div"), el("div"));
  const [above, below] = element.children as unknown as [HTMLElement, HTMLElement];
  showNotice(above, notice, context);
  showConfirmation(below, pending, context);
}

/** What the user has to decide before something goes on. */
function showConfirmation(
  element: HTMLElement,
  pending: PendingConfirmationView | undefined,
  context: ConfirmationContext,
): void {
  if (element.dataset["of"] === pending?.id) return;
  const { box, notices } = context;
  const hadFocus = element.contains(document.activeElement);
  if (pending) {
    element.dataset["of"] = pending.id;
    element.replaceChildren(card(pending, context));
    const list = element.querySelector("ul");
    // So that keys can scroll it.
    if (list && list.scrollHeight > list.clientHeight) list.tabIndex = 0;
    if (!hadFocus) focusedBefore.set(element, document.activeElement);
    // What is being typed goes on where it is.
    const focusFirst = (): void => {
      const isThere = element.dataset["of"] === pending.id;
      if (isThere && (hadFocus || isAbout(pending, box) || !isTyping(document.activeElement)))
        element.querySelector<HTMLElement>(".held-buttons > button")?.focus();
    };
    if (document.hasFocus()) focusFirst();
    // The focus may be on its way here.
    else window.addEventListener("focus", focusFirst, { once: true });
    if (!element.contains(document.activeElement)) notices.say(pending.sentence);
  } else {
    delete element.dataset["of"];
    element.replaceChildren();
    const back = focusedBefore.get(element);
    if (hadFocus && back instanceof HTMLElement && back !== document.body && back.isConnected)
      back.focus();
    else if (hadFocus) box.focus();
  }
}

/** What has come of something that the user did. */
function showNotice(
  element: HTMLElement,
  notice: NoticeView | undefined,
  context: ConfirmationContext,
): void {
  if (element.dataset["of"] === notice?.id) return;
  const { box, notices, toolkit } = context;
  const hadFocus = element.contains(document.activeElement);
  if (notice) {
    element.dataset["of"] = notice.id;
    // One at a time.
    notices.clear();
    element.replaceChildren(noticeCard(notice, context));
    notices.say(toolkit.visible(notice.sentence, 400));
  } else {
    delete element.dataset["of"];
    element.replaceChildren();
  }
  if (hadFocus) box.focus();
}

function noticeCard(
  { id: noticeId, sentence, isError = false, stays, choices, details }: NoticeView,
  { toolkit, host }: ConfirmationContext,
): HTMLElement {
  const { button, el, icon, t, visible } = toolkit;
  const words = visible(sentence, 400);
  return el(
    "section",
    { class: "notice told", "aria-label": words },
    el("p", {}, isError ? icon("error") : undefined, words),
    ...choices.map((text, choice) =>
      button({ text, class: stays && choice === 0 ? "button" : "button secondary" }, () =>
        host.run("useNotice", { noticeId, choice }),
      ),
    ),
    button({ icon: "close", label: t("Dismiss") }, () => host.run("useNotice", { noticeId })),
    details.length === 0
      ? undefined
      : el("ul", {}, ...details.map((text) => el("li", {}, ...breakable(visible(text, 400), el)))),
  );
}

/** What stands in the box is the question itself, as nobody has sent it yet. */
const isAbout = ({ about }: PendingConfirmationView, { value }: HTMLTextAreaElement): boolean =>
  about !== undefined && about.trim() === value.trim();

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLInputElement ||
  (element instanceof HTMLTextAreaElement && element.value !== "");

function card(
  pending: PendingConfirmationView,
  { toolkit, host, box }: ConfirmationContext,
): HTMLElement {
  const { button, el, visible } = toolkit;
  const { id: questionId } = pending;
  const agreeing = pending.choices.map(
    (text, choice) => [text, () => host.run("decide", { questionId, choice })] as const,
  );
  const refusing = [pending.no, () => host.run("decide", { questionId })] as const;
  // What Enter presses comes first.
  const buttons = pending.enterAgrees ? [...agreeing, refusing] : [refusing, ...agreeing];
  const reasons = pending.reasons.map(({ text, canShow, isHeading }, index) => {
    const words = breakable(visible(text, 2000), el);
    const show = () => host.run("showReason", { questionId, index });
    const link = canShow ? button({ class: "link" }, show) : undefined;
    link?.append(...words);
    return el("li", { class: isHeading ? "held-heading" : undefined }, ...(link ? [link] : words));
  });
  const element = el(
    "section",
    { class: "held", role: "group", "aria-labelledby": "held", "aria-describedby": "held-reasons" },
    el("h2", { id: "held" }, visible(pending.sentence, 400)),
    // After a reload, it stands in the box.
    pending.about === undefined || box.value.startsWith(pending.about)
      ? undefined
      : el("p", { class: "held-about", dir: "auto" }, visible(pending.about)),
    el("ul", { id: "held-reasons" }, ...reasons),
    el(
      "div",
      { class: "held-buttons" },
      ...buttons.map(([text, press], at) =>
        button({ text, class: at === 0 ? "button" : "button secondary" }, press),
      ),
    ),
  );
  // The second click of a double click may be on the next question.
  element.addEventListener("click", (event) => event.detail > 1 && event.stopPropagation(), true);
  element.addEventListener("keydown", (event) => {
    // It is still held down from the box: nobody has read the question yet.
    if (event.key === "Enter" && event.repeat) event.preventDefault();
    // Whoever types on types the next question.
    else if (isText(event)) box.focus();
  });
  return element;
}

/** Breaks after the slashes of a path rather than within its names. */
export const breakable = (text: string, el: Toolkit["el"]): (string | HTMLElement)[] =>
  text.split(/(?<=[/\\])/).flatMap((part, at) => (at === 0 ? [part] : [el("wbr"), part]));

/** A letter, or an input method that begins one. */
const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === "Process" || (/^[^\s]$/u.test(key) && !ctrlKey && !metaKey && !altKey);
