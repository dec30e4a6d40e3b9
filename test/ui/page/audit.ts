import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

export const everyRule = `"wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"`;

/** A theme changes only colours and sizes; the document is the same in all themes. */
export const rulesOfThemes = `"color-contrast", "link-in-text-block", "target-size"`;

/** Findings under WCAG 2.2 AA, each with the element and the violation. */
const audit = (runOnly: string) => `axe
  .run(document, { runOnly: [${runOnly}], resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => ({
    id, nodes: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  })))`;

/** What breaks these rules in the page as it is now. */
export async function violationsIn(page: Page, rules: string): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'"))
    await page.evaluate(await readFile(axe, "utf8"));
  // It passes over what is not drawn.
  await page.evaluate("document.documentElement.style.opacity = ''");
  const violations = await page.evaluate<Violation[]>(audit(rules));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(" ")} ${failureSummary}`),
  );
}

/** Elements that leave the page at its side. */
export const wideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** What a line with an ellipsis cuts takes no room beyond it. */
    const isCut = ({ parentElement }: Element): boolean =>
      parentElement !== null &&
      (getComputedStyle(parentElement).textOverflow === "ellipsis" || isCut(parentElement));
    return [...document.querySelectorAll("#app *")]
      .filter((element) => !element.closest("pre, .table-frame, .spoken, svg") && !isCut(element))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName}.${element.className}`);
  });
