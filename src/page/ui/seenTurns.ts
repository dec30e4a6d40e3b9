/** The turns on the screen, found in a few steps, as there may be thousands. */
export function* seenTurns(
  scroller: HTMLElement,
  isSeen: (element: Element) => boolean,
): Generator<Element> {
  const log = scroller.querySelector(".log");
  if (log) yield* seenIn(log, scroller.getBoundingClientRect().top, isSeen);
}

function* seenIn(
  parent: Element,
  top: number,
  isSeen: (element: Element) => boolean,
): Generator<Element> {
  for (
    let element = firstBelow(parent, top);
    element && isSeen(element);
    element = element.nextElementSibling ?? undefined
  ) {
    if (element.classList.contains("batch")) yield* seenIn(element, top, isSeen);
    else yield element;
  }
}

/** The first child that ends below a line, else the last one. */
export function firstBelow({ children }: Element, line: number): Element | undefined {
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return children[low];
}
