import assert from "node:assert/strict";
import { until } from "../../support/until";
import type { OpenPage } from "../../support/pageHarness";
import { answered, chat } from "./fixtures";
import { useChromium } from "./suite";

const output = (name: string) =>
  `${"word ".repeat(1600)}\n\n${Array.from({ length: 30 }, (_, at) => `Paragraph ${name}-${at}.`).join("\n\n")}\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n`;
const long = (at: number) => ({ ...answered(output(`t${at}`)), id: `t${at}` });
const short = (at: number) => ({ ...answered(`Answer ${at}.`), id: `t${at}` });
const first = Array.from({ length: 10 }, (_, at) => long(at));

/** Answers up to this one. */
const answersTo = ({ page }: OpenPage, end: number, from = 10, answerAt = long) =>
  page.evaluate(
    (turns) => {
      for (const turn of turns) postMessage({ event: "turn", turn }, "*");
    },
    Array.from({ length: end - from }, (_, at) => answerAt(from + at)),
  );

describe("a conversation that goes on all day", () => {
  const { open } = useChromium();

  it("keeps few of its answers drawn in full, and each whole for who scrolls back", async () => {
    const opened = await open(chat(first));
    const { page, post } = opened;
    const drawn = () => page.locator(".turn:not(.quiet)").count();
    // Also while Find is open.
    await post({ event: "find" });
    await page.getByRole("textbox", { name: /find/i }).fill("t0-3.");
    await page.getByText("1 of 1").waitFor();
    await answersTo(opened, 240);
    await page.locator("[data-turn=t239]").waitFor();
    const batches = page.locator(".log > .batch");
    await until("most answers rest", async () => {
      return (await drawn()) <= 30 && (await batches.count()) === 2;
    });
    assert.equal(await page.locator(".turn").count(), 240);
    const order = await page
      .locator("[data-turn]")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["turn"]));
    assert.deepEqual(
      order,
      Array.from({ length: 240 }, (_, at) => `t${at}`),
    );
    await post({ event: "reveal", turnId: "t150" });
    await page.locator("[data-turn=t150]:not(.quiet) .piece").first().waitFor();
    await post({ event: "find" });
    await page.getByRole("textbox", { name: /find/i }).fill("t3-29");
    await page.locator("[data-turn=t3] .hljs-keyword").waitFor();
    await page.getByText("1 of 1").waitFor();
    await page.getByRole("textbox", { name: /find/i }).press("Escape");
  });

  it("perf joins a hundred answers that rest as they are, without writing their text again", async () => {
    const opened = await open(chat(first));
    const { page } = opened;
    await page.evaluate(() => {
      const log = document.querySelector(".log")!;
      const marking = new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const turn of addedNodes) if (turn instanceof HTMLElement) turn.dataset["one"] = "";
      });
      marking.observe(log, { childList: true });
    });
    await answersTo(opened, 130);
    await page.locator(".log > .batch").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".batch > .turn").count(), 100);
    assert.equal(await page.locator(".batch > .turn[data-one]").count(), 100);
  });

  it("keeps few of many short answers drawn in full: each change would measure all of them", async () => {
    const opened = await open(chat([short(0)]));
    const { page } = opened;
    await answersTo(opened, 90, 1, short);
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".turn.quiet").count(), 0);
    await answersTo(opened, 240, 90, short);
    await until("most answers rest", async () => {
      return (await page.locator(".turn:not(.quiet)").count()) <= 100;
    });
    await page.locator(".log > .batch").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".turn").count(), 240);
  });

  it("stays where the reader is while answers before and after begin to rest", async () => {
    const opened = await open(chat(first));
    const { page } = opened;
    await answersTo(opened, 60);
    await until("others rest", async () => (await page.locator(".quiet").count()) >= 30);
    const main = page.locator("main");
    await main.dispatchEvent("pointerdown");
    /** The paragraph at the upper edge, and where it stands. */
    const place = () =>
      main.evaluate((element) => {
        const all = [...element.querySelectorAll(".answer p")];
        const seen = all.find((one) => one.getBoundingClientRect().top > 100);
        return `${seen?.textContent} ${Math.round(seen?.getBoundingClientRect().top ?? 0)}`;
      });
    const drawn = page.locator(".turn:not(.quiet)");
    for (let step = 0; step < 40; step++) {
      await main.evaluate(async (element) => {
        element.scrollTop -= 2000;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)));
      });
      if (step % 10 < 9) continue;
      let before = "";
      let same = 0;
      await until("it is at rest", async () => {
        same = before === (before = await place()) ? same + 1 : 0;
        return same > 5;
      });
      await until("those that were read rest", async () => (await drawn.count()) <= 30);
      assert.equal(await place(), before);
    }
  });

  it("leaves an answer as it is of which something is selected", async () => {
    const opened = await open(chat(first));
    const { page } = opened;
    await page
      .locator("[data-turn=t0] p")
      .nth(3)
      .evaluate((element) => {
        getSelection()?.selectAllChildren(element);
      });
    await answersTo(opened, 60);
    await until("others rest", async () => (await page.locator(".quiet").count()) >= 30);
    assert.match(await page.evaluate(() => String(getSelection())), /Paragraph t0-/);
  });

  it("stays lower than the 33,554,432 px that Chromium can tell apart", async () => {
    const opened = await open(chat(first));
    const { page } = opened;
    await page.evaluate(() => {
      document.styleSheets[0]!.insertRule(".answer { min-block-size: 500000px }");
    });
    // Each is seen before the next one comes: only then is it known how high it is.
    for (let end = 11; end <= 110; end++) {
      await answersTo(opened, end, end - 1);
      await page.locator(`[data-turn=t${end - 1}]`).waitFor();
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      );
    }
    const drawn = page.locator(".turn:not(.quiet)");
    await until("most answers rest", async () => (await drawn.count()) <= 30);
    const height = await page.locator("main").evaluate(({ scrollHeight }) => scrollHeight);
    assert.ok(height < 33_000_000, `${height} px`);
  });
});
