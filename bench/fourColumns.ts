import type { Chromium } from "../test/support/chromium";
import { openPage } from "../test/support/pageHarness";
import { fourWaiting, streamFour } from "../test/ui/page/fourStreams";
import { size, type Result } from "./rows";

const rounds = 3;
const seconds = 5;

/** G3: four answers that are compared while they come, one of them of 5 MB. */
export async function fourColumns(browser: Chromium): Promise<Result[]> {
  const content = fourWaiting();
  const opened = await openPage(browser, {
    kind: "comparison",
    width: 1600,
    answer: (call) => (call === "comparison" ? content : undefined),
  });
  try {
    await opened.page.locator(".column").first().waitFor();
    await streamFour(opened, 1);
    const longest: number[] = [];
    for (let round = 0; round < rounds; round++) longest.push(await streamFour(opened, seconds));
    const measure = "four answers compared, one of 5 MB, longest task";
    return [size({ id: "G3", measure, unit: "ms", goal: 50 }, longest)];
  } finally {
    await opened.close();
  }
}
