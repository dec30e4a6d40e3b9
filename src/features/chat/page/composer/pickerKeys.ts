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
    const result = await call();
    (await import("./pickerText")).takeBack(box, result, at, left ?? box.selectionEnd);
  } finally {
    box.removeEventListener("blur", onBlur);
  }
}
