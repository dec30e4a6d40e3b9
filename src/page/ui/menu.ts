import type { Toolkit } from "./toolkit";

export interface MenuItem {
  label: string;
  title: string;
  /** Below a line that sets it apart from those above. */
  isSetApart?: boolean;
  onChoose(): void;
}

let close: (() => void) | undefined;

/**
 * A menu below or above its button, closed by Escape, Tab, a click elsewhere or on the button,
 * scrolling or choosing. It follows its button when the page itself moves it, as when an answer is drawn.
 */
export function openMenu(
  { el }: Toolkit,
  owner: HTMLButtonElement,
  items: readonly MenuItem[],
): void {
  const isOpen = owner.getAttribute("aria-expanded") === "true";
  close?.();
  if (isOpen) return;
  const entries = items.map(({ label, title, isSetApart, onChoose }, at) => {
    const kind = isSetApart && at > 0 ? "set-apart" : undefined;
    const attributes = { type: "button", role: "menuitem", tabindex: "-1", title, class: kind };
    const entry = el("button", attributes, label);
    entry.addEventListener("click", () => {
      end(true);
      onChoose();
    });
    return entry;
  });
  const label = owner.getAttribute("aria-label") ?? undefined;
  const menu = el("div", { class: "menu", role: "menu", "aria-label": label }, ...entries);
  const abort = new AbortController();
  const { signal } = abort;
  const end = (back: boolean) => {
    if (signal.aborted) return;
    abort.abort();
    close = undefined;
    menu.remove();
    owner.setAttribute("aria-expanded", "false");
    following.disconnect();
    if (back) owner.focus({ preventScroll: true });
  };
  const isOutside = ({ target }: Event) =>
    !(target instanceof Node && (menu.contains(target) || owner.contains(target)));
  const follow = () => {
    if (isShown(owner)) place(menu, owner);
    else end(true);
  };
  const following = new ResizeObserver(follow);
  close = () => end(menu.contains(document.activeElement));
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Tab") end(true);
    else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      end(true);
    } else if (moveFocus(entries, event.key)) event.preventDefault();
  });
  // One entry is marked, whichever was moved last, the focus or the pointer.
  menu.addEventListener("pointermove", ({ target }) => {
    const entry = entries.find((one) => one.contains(target as Node));
    if (entry !== document.activeElement) entry?.focus({ preventScroll: true });
  });
  const within = { signal, capture: true, passive: true };
  const leave = (event: Event) => {
    if (isOutside(event)) end(true);
  };
  for (const gesture of ["pointerdown", "wheel", "touchmove"])
    document.addEventListener(gesture, leave, within);
  document.addEventListener("scroll", follow, within);
  window.addEventListener("blur", close, { signal });
  window.addEventListener("resize", close, { signal });
  // In a landmark, but outside the turn, which clips overflow.
  (owner.closest("main") ?? document.body).append(menu);
  place(menu, owner);
  owner.setAttribute("aria-expanded", "true");
  entries[0]?.focus();
  const log = owner.closest(".log");
  if (log) following.observe(log);
}

/** Neither scrolled out of sight nor removed from the page. */
function isShown(owner: HTMLElement): boolean {
  const { top, bottom, height } = owner.getBoundingClientRect();
  const frame = owner.closest("main")?.getBoundingClientRect();
  return height > 0 && bottom > (frame?.top ?? 0) && top < (frame?.bottom ?? innerHeight);
}

function moveFocus(entries: HTMLElement[], key: string): boolean {
  const count = entries.length;
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  let next = to[key];
  if (next === undefined && key.length === 1) {
    const letter = key.toLowerCase();
    const order = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
    const found = order.find((entry) => entry.textContent.toLowerCase().startsWith(letter));
    next = found && entries.indexOf(found);
  }
  if (next === undefined) return false;
  entries[next]?.focus();
  return true;
}

function place(menu: HTMLElement, owner: HTMLElement): void {
  const gap = 4;
  const { left, top, bottom } = owner.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const below = bottom + offsetHeight + gap <= innerHeight;
  menu.style.left = `${Math.max(gap, Math.min(left, innerWidth - offsetWidth - gap))}px`;
  menu.style.top = `${Math.max(gap, below ? bottom + 2 : top - offsetHeight - 2)}px`;
}
