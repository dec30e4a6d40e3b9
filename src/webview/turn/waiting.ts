import type { TurnView } from "../../protocol/views";
import { button, el } from "../dom";
import { visible } from "../visible";
import type { TurnSurroundings } from "./turn";

const explainAfterSeconds = 10;
/** A clock that is off by more than this is not the clock that the question was asked by. */
const plausibleMs = 2 * 60 * 60 * 1000;

/** The one line of a question that is out: seconds, Stop, and after a while what is going on. */
export function waiting(
  turn: TurnView,
  { host, notices, hubLabel }: TurnSurroundings,
): HTMLElement {
  const seen = Date.now();
  const asked = Date.parse(turn.askedAt);
  const since = seen - asked >= 0 && seen - asked < plausibleMs ? asked : seen;
  const seconds = el("span", { class: "detail seconds" });
  const explanation = el("p", { class: "detail explanation" });
  const stop = button({ text: "Stop", class: "link" }, () => {
    host.call("stop").catch(notices.failed);
  });
  const element = el(
    "div",
    { class: "waiting" },
    el("div", { class: "quiet-line" }, el("span", { class: "pulse" }, "Waiting…"), seconds, stop),
    explanation,
  );
  const tick = () => {
    const elapsed = Math.floor((Date.now() - since) / 1000);
    seconds.textContent =
      elapsed < 60 ? `${elapsed} s` : `${Math.floor(elapsed / 60)} min ${elapsed % 60} s`;
    if (elapsed >= explainAfterSeconds && explanation.textContent === "") {
      const label = hubLabel();
      const hub = turn.builtIn
        ? "the built-in hub"
        : label === undefined
          ? "the hub"
          : visible(label, 100);
      explanation.textContent = `Still waiting for ${hub}. It sends the answer in one piece, so nothing shows before it is done.`;
    }
  };
  tick();
  const timer = setInterval(() => {
    if (element.isConnected) tick();
    else clearInterval(timer);
  }, 1000);
  return element;
}
