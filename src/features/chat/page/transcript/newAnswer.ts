import { t } from "../../../../kit/l10n";
import { button, focusOn } from "../../../../page/ui/dom";
import type { ScrollFollower } from "./scrollFollower";

/** Takes a user who scrolled up to an answer that has arrived in the meantime. */
export class NewAnswer {
  readonly element: HTMLButtonElement;

  constructor(scroller: HTMLElement, log: HTMLElement, follower: ScrollFollower) {
    this.element = button({ icon: "arrowDown", text: t("New answer"), class: "new-answer" }, () => {
      const last = log.lastElementChild;
      if (last instanceof HTMLElement) {
        follower.keepFrom(last);
        focusOn(last);
      }
      this.offer(false);
    });
    this.offer(false);
    scroller.addEventListener(
      "scroll",
      () => {
        if (follower.atEnd) this.offer(false);
      },
      { passive: true },
    );
  }

  offer(isThere: boolean): void {
    this.element.hidden = !isThere;
  }
}
