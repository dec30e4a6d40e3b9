import type { Toolkit } from "../../../../page/ui/toolkit";
import type { AnswerTools } from "../contexts";
import { nextTask } from "./whenVisible";

/** Per answer; places beyond this are not marked. */
const maxCitedPlaces = 1_000;

/** In the style of the page's icons (icons.ts); rarely needed. */
const closedEye =
  "M10.12 10.83l4.03 4.02c.19.2.51.2.7 0 .2-.19.2-.51 0-.7l-13-13c-.19-.2-.51-.2-.7 0-.2.19-.2.51 0 .7l3.23 3.23c-.48.34-.87.72-1.18 1.1-.44.54-.74 1.08-.92 1.49-.09.2-.16.37-.2.5-.02.06-.05.14-.05.14l-.01.06c0 0-.08.5.35.61.27.07.54-.09.61-.35l.01-.03c.01-.02.02-.06.04-.11.03-.1.08-.24.16-.41.16-.34.41-.8.78-1.26.29-.36.66-.71 1.13-1.02l1.57 1.58c-.7.44-1.17 1.23-1.17 2.12 0 1.38 1.12 2.5 2.5 2.5.89 0 1.68-.47 2.12-1.17zM9.38 10.09c-.23.53-.76.91-1.38.91-.83 0-1.5-.67-1.5-1.5 0-.62.38-1.15.91-1.38zM6.32 4.2l.85.85c.26-.03.54-.05.83-.05 2.04 0 3.29.91 4.03 1.82.37.46.62.92.78 1.26.08.17.13.31.16.41.02.05.03.09.04.11l.01.02c.07.27.34.43.61.36.27-.07.42-.34.35-.61l-.01-.06c-.01-.03-.03-.08-.05-.14-.04-.13-.11-.3-.2-.5-.18-.41-.47-.95-.92-1.49-.9-1.09-2.41-2.18-4.8-2.18-.62 0-1.18.07-1.68.2z";

/** Marks what an answer names and none of its steps has read: the host is asked about all that was drawn. */
export class UnreadMarks {
  readonly #answer: AnswerTools;
  readonly #toolkit: Toolkit;
  /** By place: whether it was read, or the callbacks that wait for the host's reply. */
  readonly #known = new Map<string, boolean | HTMLElement[]>();
  #next: string[] = [];

  constructor(answer: AnswerTools, toolkit: Toolkit) {
    this.#answer = answer;
    this.#toolkit = toolkit;
  }

  /** Marks the element if its place was not read: an address, or a path with `:10-12`. */
  watch(element: HTMLElement, place: string): void {
    const known = this.#known.get(place);
    if (known === false) this.#mark(element);
    else if (known === undefined) this.#enter(element, place);
    else if (known !== true) known.push(element);
  }

  #enter(element: HTMLElement, place: string): void {
    if (this.#known.size === maxCitedPlaces) return;
    this.#known.set(place, [element]);
    if (this.#next.push(place) === 1) nextTask(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    const places = this.#next;
    this.#next = [];
    const { host, turnId } = this.#answer;
    const told = await host.call("unreadPlaces", { turnId, places }).catch(() => []);
    const unread = new Set(told ?? []);
    for (const place of places) {
      const waiting = this.#known.get(place);
      this.#known.set(place, !unread.has(place));
      if (unread.has(place) && Array.isArray(waiting))
        for (const element of waiting) this.#mark(element);
    }
  }

  /** It has no text, so that what is copied and found stays what the expert wrote. */
  #mark(element: HTMLElement): void {
    const { el, iconOf, t } = this.#toolkit;
    const label = t("Not read for this answer");
    // Screen readers read it together with the name of the file.
    const named = { role: "img", "aria-label": `(${label})`, title: label };
    element.append(el("span", { class: "unread", ...named }, iconOf(closedEye)));
  }
}
