import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { sized } from "../../support/testSize";
import { keepsBudget, yardstick } from "../../support/machineSpeed";
import { until } from "../../support/until";
import { answer, answered, chat, step, turn } from "./fixtures";
import { useChromium } from "./suite";

/** Maximum number of elements of a turn that is not near the screen. */
const perTurn = 4;
const counted = (page: Page) => page.locator(".find-count").textContent();

/** The text that the page marks as the current hit, and whether it is visible. */
const current = (page: Page) =>
  page.evaluate(() => {
    const [range] = CSS.highlights.get("find-current") ?? [];
    if (!(range instanceof Range)) return undefined;
    const { top, bottom } = range.getBoundingClientRect();
    const box = document.querySelector("main")?.getBoundingClientRect();
    const seen = box !== undefined && top >= box.top && bottom <= box.bottom && bottom > top;
    return { text: range.toString(), seen, within: range.startContainer.parentElement?.className };
  });

/** Waits until the current hit has this text and is visible. */
const marked = (page: Page, text: string) =>
  until(`${text} is seen`, async () => {
    const { text: found, seen } = (await current(page)) ?? {};
    return found === text && seen === true;
  });

const find = async (page: Page, text: string) => {
  await page.keyboard.press("ControlOrMeta+f");
  await page.getByLabel("Find", { exact: true }).fill(text);
};

describe("finding in the conversation", () => {
  const { open } = useChromium();
  it("opens by its key and by the host, and Escape gives the focus back", async () => {
    const { page, post } = await open(chat([turn()]));
    await page.focus("#question");
    await page.keyboard.press("ControlOrMeta+f");
    await page.locator(".find input:focus").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".find").count(), 0);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "question");
    await post({ event: "find" });
    await page.locator(".find input:focus").waitFor();
  });

  it("leaves Ctrl+F to the editing of text on macOS, where Cmd+F finds", async () => {
    const { page } = await open(chat([turn()]));
    const session = await page.context().newCDPSession(page);
    const userAgent = await page.evaluate(() => navigator.userAgent);
    await session.send("Emulation.setUserAgentOverride", {
      userAgent: userAgent.replace(/\([^)]*\)/, "(Macintosh; Intel Mac OS X 10_15_7)"),
    });
    try {
      await page.focus("#question");
      await page.evaluate(() => {
        addEventListener("keydown", (event) => {
          document.title = `${event.key} ${event.defaultPrevented}`;
        });
      });
      await page.keyboard.press("Control+f");
      assert.equal(await page.title(), "f false");
      await page.keyboard.press("Meta+f");
      await page.locator(".find input:focus").waitFor();
      // VS Code, which listens there, would find in an editor.
      assert.equal(await page.title(), "Meta false");
    } finally {
      await session.detach();
    }
  });

  it("counts, goes round by Enter, Shift+Enter and F3, and rewrites nothing", async () => {
    const { page } = await open(
      chat([turn({ question: "Alpha beta" }), answered("**al**pha and ALPHA, [alpha](x:y)")]),
    );
    await page.locator(".answer .piece").last().waitFor();
    const html = () => page.locator(".log").evaluate((log) => log.textContent);
    const before = await html();
    await find(page, "alpha");
    await page.getByText("of 4").waitFor();
    const at = async (count: string, text: string): Promise<void> => {
      await page.getByText(count, { exact: true }).waitFor();
      await marked(page, text);
    };
    for (const [hit, text] of ["Alpha", "alpha", "ALPHA", "alpha", "Alpha"].entries()) {
      await at(`${(hit % 4) + 1} of 4`, text);
      await page.keyboard.press("Enter");
    }
    await at("2 of 4", "alpha");
    await page.keyboard.press("Shift+Enter");
    await at("1 of 4", "Alpha");
    await page.focus("#question");
    await page.keyboard.press("Shift+F3");
    await at("4 of 4", "alpha");
    await page.keyboard.press("F3");
    await at("1 of 4", "Alpha");
    assert.equal(await html(), before);
  });

  it("unfolds the steps to the one that holds a hit", async () => {
    const all = [...Array.from({ length: 70 }, () => step), { ...step, found: "The Nadel" }];
    const { page } = await open(
      chat([turn({ result: { state: "done", answer: { ...answer, steps: all } } })]),
    );
    await find(page, "nadel");
    await page.getByText("1 of 1").waitFor();
    await marked(page, "Nadel");
    assert.match((await current(page))?.within ?? "", /step-found/);
  });

  it("leads into a turn that is not drawn whole yet, and into a far piece of a long answer", async () => {
    const paragraphs = Array.from({ length: 2500 }, (_, index) => `Paragraph **number** ${index}.`);
    const { page } = await open(
      chat([
        answered(`The first **haystack**.\n\n${"More words.\n\n".repeat(50)}`),
        ...Array.from({ length: 300 }, (_, index) => answered(`answer ${index}`)),
        answered(paragraphs.join("\n\n")),
      ]),
    );
    await find(page, "first haystack");
    await marked(page, "first haystack");
    await page.getByLabel("Find", { exact: true }).fill("number 1987");
    await marked(page, "number 1987");
    assert.equal(await counted(page), "1 of 1");
  });

  it("follows an answer that arrives while it is open", async () => {
    const { page, post } = await open(chat([turn({ id: "t", result: { state: "waiting" } })]));
    await find(page, "removed");
    await page.getByText("No results").waitFor();
    await post({ event: "turn", turn: turn({ id: "t" }) });
    await page.getByText("1 of 1").waitFor();
    const sizes = () =>
      page.evaluate(() =>
        ["find-hit", "find-current"].map((name) => CSS.highlights.get(name)?.size),
      );
    await until("it is marked", async () => (await sizes()).join() === "1,1");
    await page.getByLabel("Find", { exact: true }).fill("removed by nobody");
    await page.getByText("No results").waitFor();
    await until("nothing is marked", async () => (await sizes()).join() === "0,0");
  });

  const many = sized(2_000, 10_000);
  it(`perf D3 answers a key press in ${many} turns within 100 ms`, async () => {
    const turns = Array.from({ length: many }, (_, index) => ({
      ...answered(`Answer *${index}* with \`code\` and some words of a common length.`),
      question: `Question ${index}`,
    }));
    const { page } = await open(chat(turns));
    await page.getByText(`Answer ${many - 1}`).waitFor();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".turn").length === count,
      many,
    );
    const elements = await page.locator("*").count();
    assert.ok(elements < perTurn * turns.length, `${elements} elements`);
    await find(page, "zzz");
    await page.getByText("No results").waitFor();
    const typed = async (): Promise<number> => {
      await page.getByLabel("Find", { exact: true }).fill("");
      const took: number[] = [];
      for (const key of "words of a common") {
        took.push(
          await page.evaluate((letter) => {
            const input = document.querySelector<HTMLInputElement>(".find input");
            if (!input) return Infinity;
            const started = performance.now();
            input.value += letter;
            input.dispatchEvent(new InputEvent("input"));
            return performance.now() - started;
          }, key),
        );
        await page.waitForTimeout(30);
      }
      const worst = Math.max(...took);
      console.log(`      slowest key press ${Math.round(worst)} ms`);
      return worst;
    };
    await keepsBudget(
      async () => (await typed()) / 100,
      () => page.evaluate(yardstick),
    );
    // The count grows between frames.
    const all = many.toLocaleString("en");
    const near = (many - 1).toLocaleString("en").slice(0, -1);
    await page.getByText(new RegExp(`^${near}\\d of ${all}$`)).waitFor();
  });
});
