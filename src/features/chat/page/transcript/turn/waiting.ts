import { t } from "../../../../../kit/l10n";
import type { LiveView, RetryView, TurnView } from "../../../../../page/protocol/views";
import { button, el } from "../../../../../page/ui/dom";
import { toolkit } from "../../../../../page/ui/toolkit";
import { loadRichText } from "./answerText";
import { reasoning, steps } from "./steps";
import { secondsOf } from "../../../../../page/ui/labels";
import { visible } from "../../../../../page/ui/visible";
import type { TurnContext } from "../../contexts";

const explainAfterSeconds = 10;
/** If a clock is off by more than this, the question was not asked by the same clock. */
const plausibleMs = 2 * 60 * 60 * 1000;

/**
 * The single line of a pending question: seconds, Stop, and after a while its status. If the hub
 * refused it for now, the seconds until it is sent again.
 */
export function waiting(
  turn: TurnView,
  again: RetryView | undefined,
  context: TurnContext,
): HTMLElement {
  const { hubLabel } = context;
  const seen = Date.now();
  const asked = Date.parse(turn.askedAt);
  const since = seen - asked >= 0 && seen - asked < plausibleMs ? asked : seen;
  // From here on the clock may be set.
  const began = performance.now();
  const state = el("span", { class: "pulse" });
  const seconds = el("span", { class: "detail seconds" });
  const explanation = el("p", { class: "detail explanation" });
  const stop = button({ text: t("Stop"), class: "link" }, () => context.stop(turn.id));
  const element = el(
    "div",
    { class: "waiting" },
    el("div", { class: "quiet-line" }, state, seconds, stop),
    explanation,
  );
  const live = turn.result.state === "waiting" ? turn.result.live : undefined;
  if (live) showLiveIn(element, turn.id, live, context);
  const tick = () => {
    const passed = performance.now() - began;
    if (again && passed < again.inMs) {
      state.textContent = t("Asking again in");
      seconds.textContent = secondsOf(Math.ceil((again.inMs - passed) / 1000));
      explanation.textContent = again.why;
      return;
    }
    const elapsed = Math.floor((seen - since + passed) / 1000);
    const isLive = live !== undefined || element.querySelector(".live") !== null;
    state.textContent = isLive ? t("Working…") : t("Waiting…");
    seconds.textContent = secondsOf(elapsed);
    explanation.textContent =
      elapsed < explainAfterSeconds || isLive
        ? ""
        : t(
            "Still waiting for {0}. If it sends the answer in one piece, nothing appears until then.",
            hubName(turn, hubLabel()),
          );
  };
  tick();
  const timer = setInterval(() => {
    if (element.isConnected) tick();
    else clearInterval(timer);
  }, 1000);
  return element;
}

/** Shows in a pending question how its answer comes along. */
export function showLiveIn(
  element: HTMLElement,
  turnId: string,
  live: LiveView,
  { host, notices, folds }: TurnContext,
): void {
  Promise.all([import("./live"), loadRichText()]).then(([{ showLive }, richText]) => {
    showLive(element, turnId, live, {
      toolkit,
      richText,
      context: { host, notices },
      reasoning,
      steps,
      openFolds: () => folds.open(turnId, element),
    });
  }, notices.failed);
}

function hubName({ builtIn }: TurnView, label: string | undefined): string {
  if (builtIn) return t("the built-in hub");
  return label === undefined ? t("the hub") : visible(label, 100);
}
