import type { Page } from "playwright-core";

/** Words in letters of English, which neither translations nor data have. */
export const englishIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const look = (text: string | null, where: string) => {
      // An address, and the request as it is sent, in which attachments have these names.
      const words = (text ?? "").replaceAll(/https:\/\/\S*|src\/cart\.ts, lines [\d–]+/g, "");
      if (/[a-z]{2}/i.test(words)) found.push(`${where}: ${words}`);
    };
    for (const element of document.querySelectorAll("#app, #app *")) {
      const where = `${element.tagName}.${element.className}`;
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
        look(element.getAttribute(name), `${where}[${name}]`);
      if (element.matches(".json, .endpoint, .readable .long-text, .sent-fields dd")) continue;
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) look(node.nodeValue, where);
    }
    return found;
  });

/** Translations without data that are cut, and what leaves the page at its side. */
export const cutIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInCutLine = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      (getComputedStyle(parentElement).textOverflow === "ellipsis" || isInCutLine(parentElement));
    return [...document.querySelectorAll<HTMLElement>("#app *")]
      .filter((element) => !element.closest("pre, .table-frame, .spoken, svg"))
      .flatMap((element) => {
        const where = `${element.tagName}.${element.className}: ${element.textContent.slice(0, 80)}`;
        const isWide =
          element.getBoundingClientRect().right > innerWidth + 1 && !isInCutLine(element);
        const own = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && /^[^ж]*\[[^ж]*$/.test(node.nodeValue ?? ""),
        );
        // What is cut is a summary whose tooltip has all of it.
        const title = element.closest("[title]")?.getAttribute("title") ?? "";
        const isCut =
          own &&
          !title.includes(element.textContent) &&
          getComputedStyle(element).overflowX !== "visible" &&
          element.scrollWidth > element.clientWidth + 1;
        return [...(isWide ? [`wide ${where}`] : []), ...(isCut ? [`cut ${where}`] : [])];
      });
  });
