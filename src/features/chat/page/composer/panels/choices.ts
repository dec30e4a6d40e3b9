import type { Toolkit } from "../../../../../page/ui/toolkit";

export interface RadioChoice<T extends string> {
  name: string;
  /** Segments are side by side; a list has a line of explanation for each choice. */
  kind: "segments" | "list";
  items: {
    value: T;
    label: string;
    title?: string;
    explanation?: string;
    /** A sentence shown below while it is chosen. */
    note?: string;
  }[];
  onChoose(value: T): void;
}

let groupCount = 0;

/** A choice of a few: native radio buttons, for arrow keys and screen readers. */
export function choices<T extends string>(
  { el }: Toolkit,
  { name, kind, items, onChoose }: RadioChoice<T>,
): { element: HTMLElement; show(value: T, lock?: string): void } {
  const group = `choice-${++groupCount}`;
  const inputs = items.map(({ value }) => {
    const input = el("input", { type: "radio", name: group, value });
    input.addEventListener("change", () => onChoose(value));
    return input;
  });
  const labels = items.map(({ label, title, explanation }, index) =>
    el(
      "label",
      { title },
      inputs[index],
      el("span", { class: "choice-label" }, label),
      explanation === undefined ? undefined : el("span", { class: "detail" }, explanation),
    ),
  );
  const noteId = `${group}-note`;
  const note = el("span", { class: "detail field-note", id: noteId });
  const element = el(
    "div",
    {
      class: `field field-${kind}`,
      role: "radiogroup",
      "aria-labelledby": group,
      "aria-describedby": noteId,
    },
    el("span", { class: "field-label", id: group }, name),
    el("div", { class: kind }, ...labels),
    note,
  );
  return {
    element,
    show(value, lock) {
      for (const input of inputs) {
        input.checked = input.value === value;
        input.disabled = lock !== undefined;
      }
      note.textContent = lock ?? items.find((item) => item.value === value)?.note ?? "";
      note.hidden = note.textContent === "";
    },
  };
}
