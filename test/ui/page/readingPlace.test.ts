import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../support/until";
import { answered, chat, turn } from "./fixtures";
import { useChromium } from "./suite";

const long = "A paragraph of some words that fill a line or two.\n\n".repeat(40);
const turns = Array.from({ length: 4 }, (_, at) => ({ ...answered(long), id: `t${at}` }));

const topOf = (page: Page, id: string) =>
  page.evaluate((turnId) => {
    const { top } = document.querySelector("main")!.getBoundingClientRect();
    const own = document.querySelector(`[data-turn=${turnId}]`)?.getBoundingClientRect();
    return Math.round((own?.top ?? Infinity) - top);
  }, id);

const isAtEnd = (page: Page) =>
  page.locator("main").evaluate(({ scrollHeight, scrollTop, clientHeight }) => {
    return scrollHeight - scrollTop - clientHeight < 1;
  });

const scrollTo = (page: Page, top: number) =>
  page.locator("main").evaluate((element, to) => {
    element.dispatchEvent(new Event("pointerdown"));
    element.scrollTop = to;
  }, top);

/** With the page's own timers, so that it has saved by then what it would save by itself. */
const saved = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));

const isDrawn = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll(".turn")].every(
      (own) => own.querySelector(".part") && !own.querySelector(".undrawn"),
    ),
  );

describe("the reader's place", () => {
  const { open } = useChromium();

  it("is the end still when the composer takes more room", async () => {
    const { page } = await open(chat([answered("A line.\\\n".repeat(100))]));
    await isDrawn(page);
    await until("it is at the end", () => isAtEnd(page));
    await saved(page);
    const height = () => page.locator("main").evaluate((element) => element.clientHeight);
    const before = await height();
    await page.locator("#question").fill("A line.\n".repeat(10));
    await until("it has less room", async () => (await height()) < before);
    await until("it is at the end again", () => isAtEnd(page));
  });

  it("is kept where the page was led to", async () => {
    const { page, post, state } = await open(chat(turns));
    await isDrawn(page);
    await saved(page);
    await post({ event: "reveal", turnId: "t1" });
    await until("it is there", async () => Math.abs(await topOf(page, "t1")) <= 1);
    await until("it is kept", async () =>
      (await state()).includes('"place":{"turnId":"t1","offset":0}'),
    );
  });

  it("is kept far up in a long conversation", async () => {
    const many = Array.from({ length: 130 }, (_, at) => ({ ...answered("Short."), id: `t${at}` }));
    const { page, state } = await open(chat(many));
    await page.locator(".batch").waitFor({ state: "attached" });
    await page.locator("[data-turn=t0]").waitFor({ state: "attached" });
    await page.locator("[data-turn=t30]").evaluate((element) => {
      document.querySelector("main")!.dispatchEvent(new Event("pointerdown"));
      element.scrollIntoView({ block: "start" });
    });
    await until("it is kept", async () => /"place":\{"turnId":"t\d+"/.test(await state()));
  });

  it("is kept where an answer begins that is longer than the page", async () => {
    const waiting = turn({ id: "asked", result: { state: "waiting" } });
    const { page, post, state } = await open(chat([...turns, waiting], { busy: true }));
    await page.locator(".waiting").waitFor();
    await post({ event: "turn", turn: { ...answered(long), id: "asked" } });
    await until("it is at its beginning", async () => (await topOf(page, "asked")) === 8);
    await until("it is kept", async () =>
      /"place":\{"turnId":"t3"|"place":\{"turnId":"asked"/.test(await state()),
    );
  });

  it("is the reader's own again after the page was led to a turn", async () => {
    const { page, post } = await open(chat(turns));
    await isDrawn(page);
    await post({ event: "reveal", turnId: "t1" });
    await until("it is there", async () => Math.abs(await topOf(page, "t1")) <= 1);
    // What comes into sight may take more room than was thought.
    await until("it is at the end", async () => {
      await scrollTo(page, 1e6);
      return isAtEnd(page);
    });
    const earlier = [{ ...answered("Earlier."), id: "t-1" }];
    await post({ event: "earlier", conversationId: "c1", turns: earlier, more: false });
    await page.locator("[data-turn=t-1]").waitFor({ state: "attached" });
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++)
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    });
    assert.ok((await topOf(page, "t1")) < -100, "it is not led there again");
  });
});
