import type { Toolkit } from "./toolkit";

/** Opens what was open before, outer folds first: they contain the others. */
export async function openFolds(
  toolkit: Toolkit,
  element: HTMLElement,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const name of [...names].toSorted((one, other) => one.length - other.length)) {
    const details = foldAt(element, name);
    const filling = details && toolkit.unfold(details);
    if (filling) await filling;
  }
}

function foldAt(element: HTMLElement, name: string): HTMLDetailsElement | undefined {
  let found: Element | null | undefined = element;
  for (const part of name.split("/")) {
    const [kind = "", of] = part.split(" ");
    found = [...(found?.querySelectorAll("details") ?? [])].find(
      (one) => one.classList[0] === kind && one.dataset["of"] === of,
    );
  }
  return found instanceof HTMLDetailsElement ? found : undefined;
}
