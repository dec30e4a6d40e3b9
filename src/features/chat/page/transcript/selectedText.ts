/** The text of answers within the selection, as the user sees it selected; buttons and labels excluded. */
export function selectedText(selection: Selection, log: HTMLElement): string {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (!anchorNode || !focusNode || selection.isCollapsed) return "";
  const texts = selectedAnswers(selection, log).map((range) => seenText(selection, range));
  selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  return joined(texts);
}

/** The text of a part of an answer, as if it were selected. */
export function wholeText(selection: Selection, parts: Iterable<Element>): string {
  const texts = [...parts].map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return seenText(selection, range);
  });
  selection.removeAllRanges();
  return joined(texts);
}

/** What of the selection lies in answers. */
export function selectedAnswers(selection: Selection, log: HTMLElement): Range[] {
  if (selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  return [...log.querySelectorAll(".answer")].flatMap((answer) => {
    if (!range.intersectsNode(answer)) return [];
    const clipped = range.cloneRange();
    if (!answer.contains(range.startContainer)) clipped.setStart(answer, 0);
    if (!answer.contains(range.endContainer)) clipped.setEnd(answer, answer.childNodes.length);
    return clipped.collapsed || clipped.toString().trim() === "" ? [] : [clipped];
  });
}

/** Only a selection knows which line breaks are seen. */
function seenText(selection: Selection, range: Range): string {
  selection.removeAllRanges();
  selection.addRange(range);
  return selection.toString();
}

const joined = (texts: string[]): string =>
  texts
    .map((text) => text.replace(/^(?:\r?\n)+|(?:\r?\n)+$/g, ""))
    .filter((text) => text.trim() !== "")
    .join("\n\n");
