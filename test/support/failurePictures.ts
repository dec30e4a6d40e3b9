import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { from } from "../../scripts/root";

const afterFailureMs = 20_000;

const pages = new Set<Page>();

const invisible = `addEventListener("DOMContentLoaded", () => {
  // Not in the frames of webviews, whose documents belong to the extension.
  if (top === window && !sessionStorage.getItem("drawn")) document.documentElement.style.opacity = "0";
})`;

/** From its next document on, nothing of it is drawn. */
export const hide = (page: Page): Promise<unknown> => page.addInitScript(invisible);

/** From now on, in its next documents as well. */
export const draw = (page: Page, isDrawn = true): Promise<unknown> =>
  page.evaluate(`
    sessionStorage.setItem("drawn", "${isDrawn ? "yes" : ""}");
    document.documentElement.style.opacity = "${isDrawn ? "" : "0"}";
  `);

/**
 * From now until it closes, a failing test takes a screenshot of this page, and leaves no box,
 * menu or dialog open for the next test.
 */
export function watch(page: Page): void {
  pages.add(page);
  page.once("close", () => pages.delete(page));
}

const visibleText = async (page: Page): Promise<string> => {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame
        .locator("body")
        .innerText({ timeout: 2000 })
        .catch(() => ""),
    ),
  );
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, 2000)).join("\n");
};

// At the root, because it serves every suite; outside mocha there is no test to fail.
globalThis.afterEach?.(async function () {
  if (this.currentTest?.state !== "failed") return;
  // The second run of a test shall not overwrite the picture of the first.
  const suite = path.basename(process.env["EXPERT_HUB_RESULTS"] ?? "", ".json");
  const title = this.currentTest.fullTitle().replaceAll(/\W+/g, "-").slice(0, 100);
  await mkdir(from("out", "logs"), { recursive: true });
  let nth = 0;
  for (const page of pages) {
    const file = from("out", "logs", `${suite}-${title}-${++nth}.png`);
    try {
      await draw(page);
      await page.screenshot({ path: file, timeout: 10_000 });
      console.log(`Screenshot: ${file}\n${await visibleText(page)}`);
      for (let open = 0; open < 3; open++) await page.keyboard.press("Escape");
      // Tests that need what the failed one would have left fail sooner.
      page.setDefaultTimeout(afterFailureMs);
    } catch (error) {
      console.log(`No screenshot: ${String(error)}`);
    }
  }
});
