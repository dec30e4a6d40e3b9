import { t } from "../../kit/l10n";
import { button } from "./dom";
import { formatNumber } from "./labels";

const itemsAtOnce = 50;

const growers = new WeakMap<HTMLElement, (upTo: number) => void>();

interface Growth {
  /** How much there is in all, at first, and with each press of the button. */
  count: number;
  first: number;
  next: number;
  draw(from: number, to: number): (Node | string)[];
  /** The text of the button, with what is not shown yet. */
  label(rest: number): string;
}

/** Shows the beginning of something long, and a button for more. */
export function showGradually(
  parent: HTMLElement,
  { count, first, next, draw, label }: Growth,
): void {
  let shown = 0;
  const more = button({ text: "", class: "link more" }, () => {
    const [added] = grow(next);
    const control =
      added instanceof Element ? added.querySelector<HTMLElement>("summary, button") : undefined;
    if (control) control.focus();
    else parent.focus({ preventScroll: true });
  });
  const grow = (by: number): (Node | string)[] => {
    const to = Math.min(count, shown + by);
    const added = draw(shown, to);
    shown = to;
    more.remove();
    parent.append(...added);
    if (shown < count) {
      more.textContent = label(count - shown);
      parent.append(more);
    }
    return added;
  };
  growers.set(parent, (upTo) => {
    if (upTo >= shown) grow(upTo + 1 - shown);
  });
  grow(first);
}

/** The first items of many, and a button for more. */
export function cutList<T>(parent: HTMLElement, items: T[], draw: (item: T) => HTMLElement): void {
  showGradually(parent, {
    count: items.length,
    first: itemsAtOnce,
    next: itemsAtOnce,
    draw: (from, to) => items.slice(from, to).map(draw),
    label: (rest) => t("{0} more", formatNumber(rest)),
  });
}

/** Extends a list or a long text up to this position, if necessary. */
export function growTo(parent: HTMLElement, position: number): void {
  growers.get(parent)?.(position);
}
