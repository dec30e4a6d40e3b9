import type { AttachResult, PickerResult } from "../../../../page/protocol/messages";

/**
 * Calls for a picker, which takes the keys once it is open and gives them back when it is left: what
 * was typed into it stands after what was typed into the box before.
 */
export async function openPicker(
  box: HTMLTextAreaElement,
  call: () => Promise<PickerResult & Partial<AttachResult>>,
): Promise<void> {
  const at = box.selectionEnd;
  let left: number | undefined;
  const onBlur = () => {
    left = box.selectionEnd;
  };
  box.addEventListener("blur", onBlur);
  try {
    takeBack(box, await call(), at, left ?? box.selectionEnd);
  } finally {
    box.removeEventListener("blur", onBlur);
  }
}

/**
 * Puts what was typed into a picker where the box was left, or takes away the word at `at` that opened
 * the picker.
 */
function takeBack(
  box: HTMLTextAreaElement,
  { attached = false, typed }: PickerResult & Partial<AttachResult>,
  at: number,
  left: number,
): void {
  if (attached) {
    const word = /^\S*/.exec(box.value.slice(at, Math.max(at, left)))?.[0] ?? "";
    if (box.value[at - 1] === "#") replace(box, at - 1, at + word.length, "");
  } else if (typed !== "") replace(box, left, left, typed);
}

/** The cursor stays where the user would go on typing. */
function replace(box: HTMLTextAreaElement, from: number, to: number, text: string): void {
  const moved = (at: number) => (at < to ? Math.min(at, from) : at + from - to + text.length);
  const [start, end] = [moved(box.selectionStart), moved(box.selectionEnd)];
  box.setRangeText(text, from, to);
  box.setSelectionRange(start, end);
  box.dispatchEvent(new Event("input"));
}
