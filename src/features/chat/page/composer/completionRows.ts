import type { CompletionView } from "../../../../page/protocol/completionViews";
import type { Toolkit } from "../../../../page/ui/toolkit";
import { completionOutlines } from "./completionIcons";

const margin = 4;
/** Of twelve rows. */
const maxHeight = 12 * 24 + 8;
/** Below this height the list opens where there is more room. */
const minHeight = 100;

/** Draws a row for each completion; the first is not yet marked. */
export function drawCompletions(
  list: HTMLElement,
  completions: readonly CompletionView[],
  { el, icon, iconOf, visible }: Toolkit,
): void {
  const rows = completions.map(({ kind, label, description }, index) => {
    const isKnown = kind === "ability" || kind === "error" || kind === "expert";
    const shape = isKnown
      ? icon(kind === "ability" ? "tools" : kind)
      : iconOf(completionOutlines[kind]);
    const name = visible(label, 200);
    const detail = visible(description, 200);
    return el(
      "div",
      {
        role: "option",
        id: `completion-${index}`,
        class: `completion ${kind}`,
        title: [name, detail].filter(Boolean).join("\n"),
      },
      shape,
      el("span", { class: "completion-label", dir: "auto" }, name),
      " ",
      el("span", { class: "detail", dir: "auto" }, detail),
    );
  });
  list.replaceChildren(...rows);
  list.scrollTop = 0;
}

/** Puts a list above the line of this offset in the box, or below it if there is no room. */
export function placeAbove(list: HTMLElement, box: HTMLTextAreaElement, offset: number): void {
  const { top, bottom, left } = placeOfOffset(box, offset);
  const { style } = list;
  const room = Math.max(0, top - 2 * margin);
  const below = innerHeight - bottom - 2 * margin;
  const isAbove = room >= Math.min(minHeight, list.scrollHeight) || room >= below;
  style.maxHeight = `${Math.min(maxHeight, isAbove ? room : below)}px`;
  style.bottom = isAbove ? `${innerHeight - top + margin}px` : "auto";
  style.top = isAbove ? "auto" : `${bottom + margin}px`;
  style.left = `${Math.max(margin, Math.min(left, innerWidth - list.offsetWidth - margin))}px`;
}

const copied = [
  "font",
  "letterSpacing",
  "lineHeight",
  "padding",
  "width",
  "direction",
  "tabSize",
] as const;

/** Where a character of the box is in the window: only a copy of its text can be measured. */
function placeOfOffset(box: HTMLTextAreaElement, offset: number): DOMRect {
  const copy = document.createElement("div");
  const computed = getComputedStyle(box);
  for (const name of copied) copy.style[name] = computed[name];
  Object.assign(copy.style, {
    position: "fixed",
    visibility: "hidden",
    boxSizing: "border-box",
    whiteSpace: "pre-wrap",
    overflowWrap: "break-word",
  });
  const { left, top, bottom } = box.getBoundingClientRect();
  Object.assign(copy.style, { left: `${left}px`, top: `${top - box.scrollTop}px` });
  const mark = document.createElement("span");
  mark.textContent = box.value.slice(offset, offset + 1);
  copy.append(box.value.slice(0, offset), mark, box.value.slice(offset + 1));
  document.body.append(copy);
  const place = mark.getBoundingClientRect();
  copy.remove();
  // Of a long text, the line may be scrolled out of sight.
  const inside = Math.min(Math.max(place.top, top), bottom - place.height);
  return new DOMRect(place.left, inside, place.width, place.height);
}
