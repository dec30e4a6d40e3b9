import { t } from "../../kit/l10n";
import { button } from "./dom";
import { formatNumber } from "./labels";

const itemsAtOnce = 50;

const growers = new WeakMap<HTMLElement, (upTo: number) => void>();

/** The first items of many, and a button for more. */
export function cutList<T>(parent: HTMLElement, items: T[], draw: (item: T) => HTMLElement): void {
  let shown = 0;
  const more = button({ text: "", class: "link more" }, () => {
    const first = grow(itemsAtOnce);
    first?.querySelector<HTMLElement>("summary")?.focus();
  });
  const grow = (count: number): HTMLElement | undefined => {
    const next = items.slice(shown, shown + count).map(draw);
    shown += next.length;
    more.remove();
    parent.append(...next);
    if (shown < items.length) {
      more.textContent = t("{0} more", formatNumber(items.length - shown));
      parent.append(more);
    }
    return next[0];
  };
  growers.set(parent, (upTo) => {
    if (upTo >= shown) grow(upTo + 1 - shown);
  });
  grow(itemsAtOnce);
}

/** Extends a list or a long text up to this position, if necessary. */
export function growTo(parent: HTMLElement, position: number): void {
  growers.get(parent)?.(position);
}

/** Registers how an element grows: called with the position that must be shown. */
export function growsBy(parent: HTMLElement, grow: (upTo: number) => void): void {
  growers.set(parent, grow);
}
