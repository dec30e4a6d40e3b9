/** The keys that send what is in a box, as the user reads them. */
export const sendKey = (): string => document.body.dataset["sendKey"] ?? "Enter";

/** From now on; absent for Enter alone. */
export function setSendKey(keys: string | undefined): void {
  if (keys === undefined) delete document.body.dataset["sendKey"];
  else document.body.dataset["sendKey"] = keys;
}

/** Whether this is Enter, alone or with the other key, that breaks the line instead of sending. */
export const isLineBreak = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === "Enter" && !altKey && !shiftKey && (ctrlKey || metaKey) === (sendKey() === "Enter");

/** With Undo, as if it was typed. */
export function breakLine(): void {
  document.execCommand("insertText", false, "\n");
}

/** Browsers break the line by Enter alone. */
export function breakLineWithCtrl(event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (isPlain || !isLineBreak(event) || !(event.target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.stopPropagation();
  breakLine();
}
