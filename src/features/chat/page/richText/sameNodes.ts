/**
 * Makes a node the same as another one. What is the same already is left alone, and text that has
 * grown is extended, so that a selection in it stays.
 */
export function makeSame(old: Node, next: Node): void {
  if (old instanceof Text && next instanceof Text) {
    if (next.data.startsWith(old.data)) old.appendData(next.data.slice(old.data.length));
    else old.data = next.data;
  } else if (old instanceof Element && next instanceof Element && isAlike(old, next)) {
    for (const { name, value } of next.attributes)
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const rest = [...next.childNodes];
    for (const child of [...old.childNodes].slice(rest.length)) child.remove();
    for (const [at, child] of rest.entries()) {
      const present = old.childNodes[at];
      if (present) makeSame(present, child);
      else old.append(child);
    }
  } else if (!isSameCode(old, next)) (old as ChildNode).replaceWith(next);
}

const isSameCode = (old: Node, next: Node): boolean =>
  old instanceof Element &&
  next instanceof Element &&
  old.matches(".code-block") &&
  next.matches(".code-block") &&
  old.textContent === next.textContent;

/** What is coloured is drawn anew if its text changes. */
const isAlike = (old: Element, next: Element): boolean =>
  old.nodeName === next.nodeName &&
  old.className === next.className &&
  (old as HTMLElement).dataset["coloured"] === undefined;

const waitMs = 2_000;

/** Remembers what is selected of an answer, to select the same text once the answer is drawn anew. */
export function keepSelection(
  answer: Element | null,
): ((turn: HTMLElement) => Promise<void>) | undefined {
  const select = answer && selectionIn(answer);
  if (!select) return undefined;
  const until = performance.now() + waitMs;
  return async (turn) => {
    for (;;) {
      const drawn = turn.querySelector(".answer");
      // The user may have selected something else meanwhile.
      const isOver = getSelection()?.isCollapsed === false || !turn.isConnected;
      if (isOver || performance.now() > until || (drawn && select(drawn))) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
}

/** Selects in an element what is selected in this one now; false if it has not as much text. */
export function selectionIn(element: Element): ((other: Element) => boolean) | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const from = positionOf(element, anchorNode, anchorOffset);
  const to = positionOf(element, focusNode, focusOffset);
  if (from === undefined || to === undefined) return undefined;
  return (other) => {
    const [start, end] = [placeAt(other, from), placeAt(other, to)];
    if (start && end) selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
    return start !== undefined && end !== undefined;
  };
}

/** The texts of an answer, without the labels of its code blocks. */
function* textsIn(answer: Element): Generator<Text> {
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && !node.parentElement?.closest(".code-head, .plain.coming"))
      yield node;
}

function positionOf(answer: Element, node: Node | null, offset: number): number | undefined {
  if (!node || !answer.contains(node)) return undefined;
  const end = document.createRange();
  end.setStart(node, offset);
  let position = 0;
  for (const text of textsIn(answer)) {
    if (text === node) return position + offset;
    if (end.comparePoint(text, 0) >= 0) return position;
    position += text.length;
  }
  return position;
}

function placeAt(answer: Element, position: number): { node: Text; offset: number } | undefined {
  let left = position;
  for (const node of textsIn(answer)) {
    if (left <= node.length) return { node, offset: left };
    left -= node.length;
  }
  return undefined;
}
