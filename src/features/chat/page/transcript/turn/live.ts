import type { LiveView } from "../../../../../page/protocol/views";
import type { reasoning, steps } from "./steps";
import type { RichText } from "./answerText";
import type { TurnContext } from "../../contexts";
import type { Toolkit } from "../../../../../page/ui/toolkit";

interface LiveParts {
  readonly toolkit: Toolkit;
  readonly richText: RichText;
  readonly context: Pick<TurnContext, "host" | "notices">;
  /** The folded text of what the model thinks. */
  reasoning: typeof reasoning;
  /** The folded list of steps. */
  steps: typeof steps;
  /** Opens what the user has unfolded in the list. */
  openFolds(): void;
}

/** Shows an answer in the making above its line: the steps, the tools that run, the text. */
export function showLive(
  turn: HTMLElement,
  turnId: string,
  live: LiveView,
  parts: LiveParts,
): void {
  // A turn that is far from the screen has none.
  const line = turn.querySelector(".quiet-line");
  if (!line) return;
  let container = turn.querySelector<HTMLElement>(".live");
  if (!container) {
    container = parts.toolkit.el("div", { class: "live" });
    line.before(container);
  }
  showSteps(container, turnId, live, parts);
  showReasoning(container, live.reasoning, parts);
  showText(container, live.text, parts);
  showRunning(container, live, parts);
}

/** The list stays as it is until there is another step. */
function showSteps(
  container: HTMLElement,
  turnId: string,
  { steps: done }: LiveView,
  parts: LiveParts,
): void {
  const count = done.length;
  if (count === 0 || container.dataset["steps"] === String(count)) return;
  container.dataset["steps"] = String(count);
  const before = container.querySelector("details.steps");
  const hadFocus = before?.contains(document.activeElement);
  const list = parts.steps(done, turnId, parts.context);
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
  const fold = parts.reasoning(text, parts.context);
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
  const inWords = new Map([
    ["web_search", t("Searching the web…")],
    ["document_retriever", t("Searching the documents…")],
    ["computation_engine", t("Calculating…")],
    ["workspace_connector", t("Looking into the folder…")],
  ]);
  const names = [...new Set(running)];
  const sentences = names.flatMap((name) => inWords.get(name) ?? []);
  const others = names.filter((name) => !inWords.has(name)).map((name) => visible(name, 80));
  if (others.length > 0) sentences.push(t("Running {0}…", others.join(", ")));
  container.append(el("p", { class: "detail running" }, sentences.join(" ")));
}

function showText(container: HTMLElement, text: string, { toolkit, richText }: LiveParts): void {
  let answer = container.querySelector<HTMLElement>(".answer");
  if (text.trim() === "") {
    answer?.remove();
    return;
  }
  if (!answer) {
    answer = toolkit.el("div", { class: "answer", dir: "auto" });
    container.append(answer);
  }
  richText.growRichText(answer, text, { toolkit });
}
