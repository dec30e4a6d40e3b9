/** What was typed into a picker of VS Code that a character in the box has opened. */
interface PickerResult {
  /** False if the picker was left: what was typed belongs to the box. */
  readonly attached?: boolean;
  readonly typed: string;
}

/**
 * Calls for a picker, which takes the keys once it is open and gives them back when it is left: what
 * was typed into it stands after what was typed into the box before.
 */
export async function openPicker(
  box: HTMLTextAreaElement,
  call: () => Promise<PickerResult>,
): Promise<void> {
  const at = box.selectionEnd;
  let left: number | undefined;
  const onBlur = () => {
    left = box.selectionEnd;
  };
  box.addEventListener("blur", onBlur);
  try {
    const { attached = false, typed } = await call();
    const end = left ?? box.selectionEnd;
    if (attached) {
      const word = /^\S*/.exec(box.value.slice(at, Math.max(at, end)))?.[0] ?? "";
      if (box.value[at - 1] === "#") replace(box, at - 1, at + word.length, "");
    } else if (typed !== "") replace(box, end, end, typed);
  } finally {
    box.removeEventListener("blur", onBlur);
  }
}

/** The cursor stays where the user would go on typing. */
function replace(box: HTMLTextAreaElement, from: number, to: number, text: string): void {
  const moved = (at: number) => (at < to ? Math.min(at, from) : at + from - to + text.length);
  const [start, end] = [moved(box.selectionStart), moved(box.selectionEnd)];
  box.setRangeText(text, from, to);
  box.setSelectionRange(start, end);
  box.dispatchEvent(new Event("input"));
}
