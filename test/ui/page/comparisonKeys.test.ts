import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { column, comparison, done, mixed } from "./comparisons";
import { answered, turn } from "./fixtures";
import { useChromium } from "./suite";

/** The heading of the column that has the focus. */
const focusedColumn = (page: Page): Promise<number> =>
  page.evaluate(() => [...document.querySelectorAll(".column")].indexOf(document.activeElement!));

const topOf = (page: Page, index: number): Promise<number> =>
  page
    .locator(".column")
    .nth(index)
    .evaluate((element) => element.scrollTop);

const paragraphs = (count: number) => "Some words.\n\n".repeat(count);

/** Two columns of several screens. */
const tall = () =>
  comparison(
    [column("1"), column("2")],
    [
      { ...answered(paragraphs(100)), id: "a" },
      { ...answered(paragraphs(60)), id: "b" },
    ],
  );

describe("a comparison without a mouse", () => {
  const { openComparison } = useChromium();

  it("N15 goes by arrows from column to column, by Tab into one, and by Escape back to it", async () => {
    const { page, nextCall } = await openComparison(done(3), { width: 1200 });
    await page.locator(".column").nth(2).locator(".answer code").first().waitFor();
    await page.locator(".comparison-head .icon-button").last().focus();
    await page.keyboard.press("Tab");
    assert.equal(await focusedColumn(page), 0);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await focusedColumn(page), 0, "there is none before it");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focusedColumn(page), 1);
    const outline = await page
      .locator(".column")
      .nth(1)
      .evaluate((element) => getComputedStyle(element).outlineStyle);
    assert.equal(outline, "solid", "the focus is seen");
    await page.keyboard.press("Tab");
    await page.locator("button:focus", { hasText: "Continue with This" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("button:focus", { hasText: "Continue with This" }).waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await focusedColumn(page), 1);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focusedColumn(page), 2);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.deepEqual((await nextCall("continueWith")).args, { turnId: "c" });
  });

  it("N15 leads by Tab into a question that is unfolded", async () => {
    const typed = "Why does this leak?\nAnd where?";
    const { page } = await openComparison(
      comparison([column("1")], [{ ...answered("So."), id: "a" }], { typed, attachments: [] }),
    );
    await page.locator(".compared-whole > summary").press("Enter");
    const whole = page.getByRole("group", { name: "Question", exact: true });
    await whole.waitFor();
    await page.keyboard.press("Tab");
    await until("it has the focus", () =>
      whole.evaluate((element) => element === document.activeElement),
    );
    assert.equal(await whole.textContent(), typed);
  });

  it("N15 shows the columns in their new order, also where only the last ones changed places", async () => {
    const content = done(3);
    const { page, post } = await openComparison(content, { width: 1200 });
    await page.locator(".column").nth(2).locator(".answer code").first().waitFor();
    const texts = () => page.locator(".column").allTextContents();
    const [first, second, third] = await texts();
    const [one, two, three] = content.comparison.columns as [never, never, never];
    await post({
      event: "comparison",
      comparison: { ...content.comparison, columns: [one, three, two] },
    });
    await until("they changed places", async () => (await texts())[1] === third);
    assert.deepEqual(await texts(), [first, third, second]);
  });

  it("N15 keeps the focus where its column is settled, and in its place when the answer changes", async () => {
    const { page, post } = await openComparison(mixed(), { width: 1600 });
    const coming = page.locator(".column").nth(1);
    await coming.getByRole("button", { name: "Stop" }).focus();
    await post({ event: "turn", turn: { ...answered("All."), id: "b" } });
    await until("it is on the column", async () => (await focusedColumn(page)) === 1);
    await coming.getByRole("button", { name: "Copy", exact: true }).focus();
    await post({ event: "turn", turn: { ...answered("Other."), id: "c" } });
    await page.getByText("Other.").waitFor();
    assert.ok(await coming.locator("button:focus").isVisible());
  });

  it("N15 goes to another column where the one that had the focus is gone", async () => {
    const content = mixed();
    const { page, post } = await openComparison(content, { width: 1600 });
    await page.locator(".column").nth(1).getByRole("button", { name: "Stop" }).focus();
    const { comparison: view } = content;
    const columns = view.columns.filter(({ id }) => id !== "2");
    await post({ event: "comparison", comparison: { ...view, columns } });
    await until("it is on the first", async () => (await focusedColumn(page)) === 0);
  });

  it("N15 keeps focus and place where another column becomes the first", async () => {
    const content = tall();
    const { page, post } = await openComparison(content);
    const second = page.locator(".column").nth(1);
    await second.focus();
    await page.keyboard.press("PageDown");
    let top = 0;
    await until("both have come to rest", async () => {
      const before = top;
      await page.waitForTimeout(100);
      top = await topOf(page, 1);
      return top > 500 && top === before && (await topOf(page, 0)) === top;
    });
    const { comparison: view } = content;
    const columns = view.columns
      .map((one) => ({ ...one, isBaseline: one.id === "2" }))
      .toReversed();
    await post({ event: "comparison", comparison: { ...view, turnId: "b", columns } });
    await page.locator(".column").first().locator(".star").waitFor();
    assert.equal(await focusedColumn(page), 0);
    assert.deepEqual([await topOf(page, 0), await topOf(page, 1)], [top, top]);
  });

  it("N15 has a region for each column, named by who was asked and how, in their order", async () => {
    const { page } = await openComparison(done(4), { width: 1600 });
    const names = [
      "Code Reviewer Baseline Find bugs · gpt-x",
      "Code Reviewer built-in hub Find bugs · llama-3.3-70b-instruct · temperature 0.2",
    ];
    for (const [index, name] of names.entries()) {
      const region = page.getByRole("region", { name, exact: true });
      assert.equal(await region.count(), 1, name);
      const at = await region.evaluate((element) =>
        [...document.querySelectorAll("main section")].indexOf(element),
      );
      assert.equal(at, index);
    }
    const outline = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((all) => all.map(({ tagName }) => tagName).join(" "));
    assert.match(outline, /^H1 H2/);
  });
});

describe("a comparison that is narrow", () => {
  const { openComparison } = useChromium();

  it("N15 has one column and tabs, which arrows, Home and End choose", async () => {
    const { page } = await openComparison(done(3), { width: 600 });
    const tabs = page.getByRole("tab");
    await tabs.nth(2).waitFor();
    const shown = () => page.locator(".column:visible h2").allTextContents();
    assert.equal((await shown()).length, 1);
    assert.deepEqual(await tabs.allTextContents(), [
      "gpt-x",
      "llama-3.3-70b-instruct",
      "Sachbearbeiterin für Grundstücksverkehrsgenehmigungszuständi…",
    ]);
    await tabs.first().focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await tabs.nth(1).getAttribute("aria-selected"), "true");
    assert.ok(await tabs.nth(1).evaluate((element) => element === document.activeElement));
    await page.getByRole("tabpanel", { name: /llama/ }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("tabpanel", { name: /^Sachbearbeiterin/ }).waitFor();
    await page.keyboard.press("ArrowRight");
    assert.equal(await tabs.first().getAttribute("aria-selected"), "true", "around the end");
    await page.keyboard.press("Tab");
    assert.equal(await focusedColumn(page), 0);
    await tabs.nth(1).click();
    assert.match((await shown())[0] ?? "", /^Code Reviewer$/);
    await page.setViewportSize({ width: 900, height: 720 });
    await until("all are there", async () => (await shown()).length === 3);
    assert.equal(await page.getByRole("tablist").count(), 0);
  });

  it("names each tab by what tells its column from the others", async () => {
    const ways = [
      column("1"),
      column("2", { temperature: 1 }),
      column("3", { expertName: "Other" }),
    ];
    const turns = ways.map(({ id }) => ({ ...answered("So."), id: `w${id}` }));
    const { page } = await openComparison(comparison(ways, turns), { width: 600 });
    const tabs = page.getByRole("tab");
    await tabs.nth(2).waitFor();
    assert.deepEqual(await tabs.allTextContents(), ["Code Reviewer", "temperature 1.0", "Other"]);
  });

  it("tells in each tab what has become of its answer", async () => {
    const { page, post } = await openComparison(mixed(), { width: 500 });
    const names = () =>
      page.getByRole("tab").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    await page.getByRole("tab").nth(3).waitFor();
    const [first, second, third] = await names();
    assert.equal(first, "Code Reviewer, Find bugs · gpt-x, Baseline");
    assert.match(second ?? "", /Waiting…$/);
    assert.match(third ?? "", /No answer$/);
    await post({ event: "turn", turn: { ...answered("All."), id: "b" } });
    await until("it is done", async () => !/Waiting/.test((await names())[1] ?? ""));
  });

  it("has no tabs for one column alone", async () => {
    const content = comparison([column("1")], [turn({ id: "a" })]);
    const { page } = await openComparison(content, { width: 300 });
    await page.locator(".column").waitFor();
    assert.equal(await page.getByRole("tab").count(), 0);
  });
});

describe("the scrolling of a comparison", () => {
  const { openComparison } = useChromium();

  it("is in step, whichever column is scrolled, as far as the others go", async () => {
    const { page } = await openComparison(tall());
    const [first, second] = await page.locator(".column").all();
    await first?.hover();
    await page.mouse.wheel(0, 300);
    await until("the other follows", async () => (await topOf(page, 1)) === 300);
    await second?.focus();
    await page.keyboard.press("PageDown");
    await until("it leads now", async () => {
      const [one, other] = [await topOf(page, 0), await topOf(page, 1)];
      return other > 700 && one === other;
    });
    await first?.focus();
    await page.keyboard.press("End");
    const ends = () =>
      second!.evaluate(
        (element) => element.scrollHeight - element.clientHeight - element.scrollTop,
      );
    await until("the shorter one is at its end", async () => (await ends()) < 2);
    assert.ok((await topOf(page, 0)) > (await topOf(page, 1)));
  });

  it("is separate once that is switched off, also after a reload", async () => {
    const { page, reload } = await openComparison(tall());
    const inMenu = async (name: string) => {
      await page.locator(".comparison-head").getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await inMenu("Scroll answers one by one");
    await page.locator(".column").first().hover();
    await page.mouse.wheel(0, 300);
    await until("it is scrolled", async () => (await topOf(page, 0)) === 300);
    assert.equal(await topOf(page, 1), 0);
    await inMenu("Scroll all answers together");
    await until("the other has followed", async () => (await topOf(page, 1)) === 300);
    await inMenu("Scroll answers one by one");
    const kept = `sessionStorage.getItem("state of " + location.search).includes('InStep":false')`;
    await until("it is remembered", async () => page.evaluate<boolean>(kept));
    await reload();
    await inMenu("Scroll all answers together");
    await until("that as well", async () => !(await page.evaluate<boolean>(kept)));
    // At once where the page is hidden: it may be gone after that.
    const states = await page.evaluate(() => {
      const menu = document.querySelector<HTMLElement>(".comparison-head [aria-haspopup]");
      menu?.click();
      document.querySelector<HTMLElement>("[role=menuitem]")?.click();
      return [false, true].map((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
        const state = sessionStorage.getItem(`state of ${location.search}`);
        return state?.includes('InStep":false');
      });
    });
    assert.deepEqual(states, [false, true]);
  });
});
