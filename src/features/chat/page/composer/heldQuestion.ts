import type { HeldQuestionView } from "../../../../page/protocol/views";
import type { PartContext } from "../../../../page/ui/toolkit";

interface HeldContext extends PartContext {
  readonly box: HTMLTextAreaElement;
}

/** Draws what the user has to decide before something goes on; loaded with the first such question. */
export function showHeldQuestion(
  element: HTMLElement,
  held: HeldQuestionView | undefined,
  context: HeldContext,
): void {
  if (element.dataset["of"] === held?.id) return;
  const { box, notices } = context;
  const hadFocus = element.contains(document.activeElement);
  if (held) {
    element.dataset["of"] = held.id;
    element.replaceChildren(card(held, context));
    notices.say(held.sentence);
    // What is being typed goes on in the box.
    const isElsewhere = document.activeElement !== box && document.activeElement !== document.body;
    if (box.value === "" && !isElsewhere && document.hasFocus()) focusDecline(element);
  } else {
    delete element.dataset["of"];
    element.replaceChildren();
    if (hadFocus) box.focus();
  }
}

const focusDecline = (element: HTMLElement): void =>
  element.querySelector<HTMLElement>("button.no")?.focus();

function card(held: HeldQuestionView, { toolkit, host, box }: HeldContext): HTMLElement {
  const { button, el, visible } = toolkit;
  const { id: questionId } = held;
  const always = held.always === undefined ? undefined : el("input", { type: "checkbox" });
  const decide = (isYes: boolean): void =>
    host.run("decide", {
      questionId,
      decision: isYes ? (always?.checked ? "always" : "yes") : "no",
    });
  const reasons = held.reasons.map(({ text, canShow, isHeading }, index) => {
    const words = visible(text, 2000);
    const show = () => host.run("showReason", { questionId, index });
    const content = canShow ? button({ text: words, class: "link" }, show) : words;
    return el("li", { class: isHeading ? "held-heading" : undefined }, content);
  });
  const element = el(
    "section",
    { class: "held", role: "group", "aria-labelledby": "held", "aria-describedby": "held-reasons" },
    el("h2", { id: "held" }, visible(held.sentence, 400)),
    el("ul", { id: "held-reasons" }, ...reasons),
    always && el("label", { class: "held-always" }, always, visible(held.always ?? "", 200)),
    el(
      "div",
      { class: "held-buttons" },
      button({ text: held.no, class: "button no" }, () => decide(false)),
      button({ text: held.yes, class: "button secondary" }, () => decide(true)),
    ),
  );
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      decide(false);
    } else if (/^[^\s]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey)
      // Whoever types on types the next question.
      box.focus();
  });
  return element;
}
