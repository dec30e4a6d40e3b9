import type { TurnView } from "../../../../../page/protocol/views";
import type { Notices } from "../../../../../page/ui/notices";
import { toolkit } from "../../../../../page/ui/toolkit";
import { interrupted } from "./turn";

/** Has a screen reader say that a question is settled, or will be sent again. */
export function announce(turn: TurnView, notices: Notices): void {
  import("./announcement").then(
    ({ announcementOf }) => notices.say(announcementOf(turn, interrupted, toolkit)),
    notices.failed,
  );
}
