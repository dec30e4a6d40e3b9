import type { LiveView } from "../../../../../page/protocol/views";
import type { RichText } from "./answerText";
import type { Notices } from "../../../../../page/ui/notices";
import type { Toolkit } from "../../../../../page/ui/toolkit";

/** Markdown is drawn anew with each piece of text, up to this many characters. */
const drawnAnew = 12_000;

interface LiveParts {
  readonly toolkit: Toolkit;
  readonly richText: RichText;
  readonly notices: Notices;
  /** The folded text of what the model thinks. */
  reasoning(text: string, notices: Notices): HTMLDetailsElement;
  /** The folded list of steps. */
  steps(groups: LiveView["steps"], notices: Notices): HTMLElement;
  /** Opens what the user has unfolded in the list. */
  openFolds(): void;
}

/** Shows an answer in the making, or stopped, above its line: the steps, the tools that run, the text. */
export function showLive(turn: HTMLElement, live: LiveView, parts: LiveParts): void {
  // A turn that is far from the screen has none.
  const line = turn.querySelector(".quiet-line");
  if (!line) return;
  let container = turn.querySelector<HTMLElement>(".live");
  if (!container) {
    container = parts.toolkit.el("div", { class: "live" });
    line.before(container);
  }
  showSteps(container, live, parts);
  showReasoning(container, live.reasoning, parts);
  showText(container, live.text, parts);
  showRunning(container, live, parts);
}

/** The list stays as it is until there is another step. */
function showSteps(container: HTMLElement, { steps: groups }: LiveView, parts: LiveParts): void {
  const count = groups.flat().length;
  if (count === 0 || container.dataset["steps"] === String(count)) return;
  container.dataset["steps"] = String(count);
  const before = container.querySelector("details.steps");
  const hadFocus = before?.contains(document.activeElement);
  const list = parts.steps(groups, parts.notices);
  before?.remove();
  const reasoning = container.querySelector(".reasoning");
  if (reasoning) reasoning.after(list);
  else container.prepend(list);
  parts.openFolds();
  if (hadFocus) list.querySelector("summary")?.focus();
}

/** What is being read is extended in its place. */
function showReasoning(container: HTMLElement, text: string | undefined, parts: LiveParts): void {
  const before = container.querySelector<HTMLDetailsElement>("details.reasoning");
  if (text === undefined) {
    before?.remove();
    return;
  }
  if (before?.open) {
    const { visibleText } = parts.toolkit;
    before.querySelector(".plain")?.replaceChildren(visibleText(text, "prose"));
    return;
  }
  const hadFocus = before?.contains(document.activeElement);
  const fold = parts.reasoning(text, parts.notices);
  if (before) before.replaceWith(fold);
  else {
    container.prepend(fold);
    parts.openFolds();
  }
  if (hadFocus) fold.querySelector("summary")?.focus();
}

function showRunning(container: HTMLElement, { running }: LiveView, { toolkit }: LiveParts): void {
  const { el, t, visible } = toolkit;
  container.querySelector(".running")?.remove();
  if (running.length === 0) return;
  const names = [...new Set(running)].map((name) => visible(name, 80)).join(", ");
  container.append(el("p", { class: "detail running" }, t("Running {0}…", names)));
}

function showText(container: HTMLElement, text: string, { toolkit, richText }: LiveParts): void {
  const { el, visibleText } = toolkit;
  const before = container.querySelector(".answer");
  if (text.trim() === "") {
    before?.remove();
    return;
  }
  const isRich = text.length <= drawnAnew;
  const answer = el("div", { class: isRich ? "answer" : "answer plain", dir: "auto" });
  if (isRich)
    // It can be used once it is complete.
    richText.renderRichText(answer, text, { toolkit });
  else answer.append(visibleText(text, "prose"));
  if (before) before.replaceWith(answer);
  else container.append(answer);
}
