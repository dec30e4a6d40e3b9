import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at}.`);

const frames = (page: Page, count: number) =>
  page.evaluate(async (number) => {
    for (let frame = 0; frame < number; frame++)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, count);

describe("a hit that is shown", () => {
  const { open } = useChromium();

  it("is not covered by the find box", async () => {
    const { page } = await open(chat([answered(lines(100).join("\n\n"))]));
    await page.getByText("Line 99.").waitFor();
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find").waitFor();
    await page.locator("main").evaluate((element) => {
      element.dispatchEvent(new Event("pointerdown"));
      const line = [...element.querySelectorAll("p")].find((one) => one.textContent === "Line 50.");
      const { top } = line!.getBoundingClientRect();
      element.scrollTop += top - element.getBoundingClientRect().top - 4;
    });
    await frames(page, 3);
    await page.getByLabel("Find", { exact: true }).fill("line 50");
    await until("it is below the box", () =>
      page.evaluate(() => {
        const [range] = CSS.highlights.get("find-current") ?? [];
        const { bottom } = document.querySelector(".find")!.getBoundingClientRect();
        return range instanceof Range && range.getBoundingClientRect().top >= bottom;
      }),
    );
  });

  it("is not gone to once the find box is closed", async () => {
    const { page } = await open(chat([answered(lines(100).join("\n\n"))]));
    await page.getByText("Line 99.").waitFor();
    await page.keyboard.press("ControlOrMeta+f");
    const field = page.getByLabel("Find", { exact: true });
    await field.and(page.locator(":focus")).waitFor();
    const place = () => page.locator("main").evaluate((element) => element.scrollTop);
    const before = await place();
    await field.evaluate((element: HTMLInputElement) => {
      element.value = "line 3.";
      element.dispatchEvent(new InputEvent("input"));
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    });
    assert.equal(await page.locator(".find").count(), 0);
    await frames(page, 5);
    assert.equal(await place(), before);
  });
});
