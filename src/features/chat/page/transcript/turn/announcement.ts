import type { TurnView } from "../../../../../page/protocol/views";
import type { Toolkit } from "../../../../../page/ui/toolkit";

/** What a screen reader announces once when a question is settled, or will be sent again. */
export function announcementOf(
  { expertName, result }: TurnView,
  { plural, t, visible }: Toolkit,
): string {
  const name = visible(expertName, 80);
  switch (result.state) {
    case "done": {
      const steps = result.answer.steps.length;
      return steps === 0
        ? t("Answer from {0}", name)
        : t("Answer from {0}, {1}", name, plural(steps, t("1 step"), t("{0} steps")));
    }
    case "failed":
      return t("{0} did not answer. {1}", name, visible(result.problem.sentence, 300));
    case "stopped":
      return t("Stopped.");
    case "interrupted":
      return t(
        "Interrupted, or still running in another window. The hub may have processed it; if an answer arrives, it appears here.",
      );
    default: {
      if (!result.again) return t("Waiting for {0}", name);
      const seconds = Math.ceil(result.again.inMs / 1000);
      const when = plural(
        seconds,
        t("Asking again in 1 second."),
        t("Asking again in {0} seconds."),
      );
      return `${result.again.why} ${when}`;
    }
  }
}
